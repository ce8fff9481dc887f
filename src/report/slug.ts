/** A label as part of a file name or an anchor: `GPT-5.5 (high)` → `gpt-5-5-high`. */
export function slugOf(label: string): string {
  const slug = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return slug === "" ? "player" : slug;
}

/** Slugs of some labels, in order; equal ones get a number. */
export function slugsOf(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    const base = slugOf(label);
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
    taken.add(slug);
    return slug;
  });
}
