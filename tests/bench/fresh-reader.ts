/** The process that `fresh-process.ts` starts: reads one file once and prints milliseconds and peak memory as JSON. */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";

const pieceBytes = 1 << 20;

const [reader, file = ""] = process.argv.slice(2);
const { createCore } = await import("#core");
const { readJsonIntoColumns } = await import("./peers/javascript.ts");
const { openDuckDb } = await import("./peers/duckdb.ts");
// Its native part is loaded beforehand, like the code of the core.
if (reader === "duckdb") await import("@duckdb/node-api");

const start = performance.now();
if (reader === "v8-json") readJsonIntoColumns(readFileSync(file));
else if (reader === "duckdb") await (await openDuckDb())?.(file);
else {
  const core = await createCore();
  const totalBytes = statSync(file).size;
  if (reader === "csv") {
    core.reader.beginViameCsv({ totalBytes });
    readPieces(file, (piece) => core.reader.pushViameCsv(piece));
    core.reader.endViameCsv();
  } else {
    core.reader.beginDiveJson({ totalBytes });
    readPieces(file, (piece) => core.reader.pushDiveJson(piece));
    core.reader.endDiveJson();
  }
}
const ms = performance.now() - start;
console.log(JSON.stringify({ ms, peakBytes: peakKilobytes() * 1024 }));

/** As on the command line: the file is never in memory as a whole. */
function readPieces(path: string, push: (piece: Uint8Array) => void): void {
  const piece = new Uint8Array(pieceBytes);
  const descriptor = openSync(path, "r");
  for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) {
    push(piece.subarray(0, read));
  }
  closeSync(descriptor);
}

/** In a forked process, Linux keeps the parent's peak in `maxRSS`; its own is in /proc/self/status. */
function peakKilobytes(): number {
  const status = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
  const own = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
