// The paper's rows in a page: beside ours where a label is known to it, then all of them.
import type { Table1Row } from "../aggregate.ts";
import { PUBLISHED_HEADINGS, PUBLISHED_NOTE, type PublishedRow, pairedCells, publishedCells } from "../reference.ts";
import { plainTable } from "./figures.ts";
import { html, type Markup } from "./markup.ts";

/** The section; `rows` are ours, with the names the page gives them. */
export function referenceSection(
  id: string,
  rows: readonly { readonly name: string; readonly row: Table1Row }[],
  published: readonly PublishedRow[],
): Markup {
  const pairs = pairedCells(rows, published);
  return html`<section id="${id}"><h2>The paper's Table 1</h2>
<p class="warning">${PUBLISHED_NOTE}</p>
${pairs.length === 0 ? null : html`<h3>Models in both</h3>${scroll("Models in both tables", pairs)}`}
<h3>As published</h3>
${scroll(
  "The paper's Table 1 as published",
  published.map((row) => publishedCells(row)),
)}
</section>`;
}

function scroll(label: string, rows: readonly (readonly string[])[]): Markup {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${plainTable({ headings: PUBLISHED_HEADINGS, rows })}</div>`;
}
