/** Runs a reader in a separate process: cold times and peak memory depend on nothing measured before. */
import { spawnSync } from "node:child_process";

export type FreshReader = "csv" | "json" | "v8-json" | "duckdb";

export interface FreshRun {
  /** From opening the file to columns: compiling the core and reading the file included. */
  readonly ms: number;
  /** The same plus the start of Node. */
  readonly processMs: number;
  readonly peakBytes: number;
}

export function readInFreshProcess(reader: FreshReader, file: string): FreshRun {
  const child = new URL("fresh-reader.ts", import.meta.url).pathname;
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [child, reader, file], { encoding: "utf8" });
  const processMs = performance.now() - start;
  if (status !== 0) throw new Error(`Reading ${file} as ${reader} in a process of its own failed: ${stderr}`);
  return { processMs, ...(JSON.parse(stdout) as { ms: number; peakBytes: number }) };
}
