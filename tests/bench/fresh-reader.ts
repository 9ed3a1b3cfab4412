/** The process that `fresh-process.ts` starts: reads one file once and prints milliseconds and peak memory as JSON. */
import { readFileSync } from "node:fs";

const [reader, file = ""] = process.argv.slice(2);
const { createCore } = await import("#core");
const { readJsonIntoColumns } = await import("./peers/javascript.ts");

const start = performance.now();
if (reader === "v8-json") readJsonIntoColumns(readFileSync(file));
else {
  const core = await createCore();
  if (reader === "csv") core.readViameCsv(readFileSync(file));
  else core.readDiveJson(readFileSync(file));
}
const ms = performance.now() - start;
// Kilobytes on every platform.
console.log(JSON.stringify({ ms, peakBytes: process.resourceUsage().maxRSS * 1024 }));
