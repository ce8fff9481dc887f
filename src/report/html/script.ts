// What a page does in the browser: sort, filter, change its colours. Everything is readable without it. A string, so that
// the compiled program needs no file beside it; written for any browser of the last years.

/** The script of a page. */
export const PAGE_SCRIPT = `"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  const keyOf = (row, column, kind) => {
    const text = row.children[column].dataset.v;
    return kind === "number" ? (text === "" ? null : Number(text)) : text;
  };
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  for (const board of all("[data-board]")) {
    const headings = all("thead th", board);
    headings.forEach((heading, column) => {
      heading.querySelector("button").addEventListener("click", () => {
        const was = heading.getAttribute("aria-sort");
        const now = was === "none" ? heading.dataset.first : was === "ascending" ? "descending" : "ascending";
        for (const other of headings) other.setAttribute("aria-sort", other === heading ? now : "none");
        const sign = now === "ascending" ? 1 : -1;
        const rows = all("tbody tr", board).map((row) => [row, keyOf(row, column, heading.dataset.sort)]);
        // What has no value stands last, whichever way.
        rows.sort(([, a], [, b]) => (a === null) - (b === null) || (a === null ? 0 : sign * compare(a, b)));
        board.tBodies[0].append(...rows.map(([row]) => row));
        board.classList.toggle("resorted", !(column === 0 && now === "ascending"));
      });
    });
  }

  for (const bar of all("[data-filter]")) {
    const section = bar.closest("section");
    const [search, category, anchors, count] = ["search", "category", "anchors", "count"].map((name) =>
      bar.querySelector("[data-" + name + "]"));
    const apply = () => {
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
      let shown = 0;
      const rows = all("[data-board] tbody tr", section);
      for (const row of rows) {
        const text = row.querySelector("th").textContent.toLowerCase();
        const fits = words.every((word) => text.includes(word))
          && (category.value === "" || row.dataset.category === category.value)
          && (anchors.checked || row.dataset.anchor === "0");
        row.hidden = !fits;
        if (fits) shown += 1;
        for (const card of all('[data-card="' + row.dataset.player + '"]', section)) card.hidden = !fits;
      }
      count.textContent = shown === rows.length ? rows.length + " players" : shown + " of " + rows.length + " players";
    };
    for (const control of [search, category, anchors]) control.addEventListener("input", apply);
    bar.hidden = false;
  }

  for (const button of all("[data-theme-button]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const root = document.documentElement;
      const isDark = (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
      root.dataset.theme = isDark ? "light" : "dark";
    });
  }
})();
`;
