// The built command line, with the processor time it took written to a file as it ends.
import { writeFileSync } from "node:fs";

const { main } = await import(new URL("../../dist/cli/main.js", import.meta.url).href);

const [file = "", ...words] = process.argv.slice(2);
process.on("exit", () => {
  writeFileSync(file, JSON.stringify(process.cpuUsage()));
});
await main(["node", "arena", ...words]);
