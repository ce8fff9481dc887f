// Before any test: `dist/` is what `src/` says, since the program's worker threads load built JavaScript.
import { makeReady } from "../../scripts/ready.mjs";

export async function setup(): Promise<void> {
  await makeReady({ toleratesTypeErrors: true });
}
