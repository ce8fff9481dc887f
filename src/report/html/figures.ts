// A figure in a page: its picture in the page's colours, its notes, and its numbers for whoever prefers them.
import type { DataTable, Figure } from "../charts/figure.ts";
import { themed } from "../charts/palette.ts";
import { html, Markup } from "./markup.ts";

/** A figure under its own title. */
export function figureMarkup(figure: Figure, { level = 3 }: { readonly level?: 3 | 4 } = {}): Markup {
  const { id, title, note, svg, table } = figure;
  const heading = level === 3 ? html`<h3>${title}</h3>` : html`<h4>${title}</h4>`;
  return html`<figure id="${id}">
${heading}
<div class="picture">${new Markup(themed(svg))}</div>
<figcaption>${note}</figcaption>
${numbers(title, table)}
</figure>`;
}

/** Several figures side by side where there is room. */
export function figureGrid(figures: readonly Figure[]): Markup {
  return html`<div class="grid">${figures.map((figure) => figureMarkup(figure))}</div>`;
}

/** A plain table of text. */
export function plainTable({ headings, rows }: DataTable, caption: Markup | null = null): Markup {
  return html`<table>${caption}<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead><tbody>${rows.map(
    ([name = "", ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`;
}

function numbers(title: string, table: DataTable): Markup {
  return html`<details><summary>Numbers<span class="quiet"> of ${title}</span></summary><div class="scroll" role="region" aria-label="Numbers of ${title}" tabindex="0">${plainTable(table)}</div></details>`;
}
