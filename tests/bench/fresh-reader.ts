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
console.log(JSON.stringify({ ms, peakBytes: peakKilobytes() * 1024 }));

/** Linux keeps the parent's peak in `maxRSS` when a process is forked; its own is in the status. */
function peakKilobytes(): number {
  const status = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
  const own = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
