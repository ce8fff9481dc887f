/** The first of `base-2`, `base-3`, … that is not taken. */
export function freshFolder(base: string, isTaken: (folder: string) => boolean): string {
  for (let number = 2; ; number += 1) {
    const folder = `${base}-${number}`;
    if (!isTaken(folder)) return folder;
  }
}
