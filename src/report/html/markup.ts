// HTML put together so that nothing gets into a page unescaped: whatever is no markup already is text.

/** A piece of HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: text, numbers, other markup, lists of it; nothing where it is null. */
export type Piece = string | number | Markup | null | readonly Piece[];

/** Markup from a template; interpolated text is escaped, for content and for quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((text, index) => text + textOf(pieces[index] ?? null)).join(""));
}

/** A value inside a `<script type="application/json">`, where `</script>` must not end it. */
export function jsonMarkup(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

function textOf(piece: Piece): string {
  if (piece === null) return "";
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === "object") return piece.map(textOf).join("");
  return String(piece)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
