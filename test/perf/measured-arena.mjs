// The built command line, with the processor time it took written to a file as it ends.
import { writeFileSync } from "node:fs";
import { main } from "../../dist/cli/main.js";

const [, , file, ...words] = process.argv;
process.on("exit", () => {
  writeFileSync(file, JSON.stringify(process.cpuUsage()));
});
await main(["node", "arena", ...words]);
