import { html, type Markup } from "./markup.ts";

/** What chooses the players shown; hidden until the page's script makes it work. */
export function filterBar(prefix: string, categories: readonly string[], players: number): Markup {
  const options = [...new Set(categories)].map((category) => html`<option>${category}</option>`);
  return html`<div class="bar" role="search" aria-label="Players shown" data-filter hidden>
<label for="${prefix}filter-name">Find a player<input id="${prefix}filter-name" type="search" data-search autocomplete="off"></label>
<label for="${prefix}filter-category">Category<select id="${prefix}filter-category" data-category><option value="">All categories</option>${options}</select></label>
<label class="check"><input type="checkbox" checked data-anchors>Show anchors</label>
<span class="count" role="status" data-count>${players} players</span>
</div>`;
}
