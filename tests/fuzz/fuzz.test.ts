/**
 * Broken files of every format: no trap, no hang, memory bounded (see probe.ts for all that must hold). The same inputs in
 * every run, as many as fit into WAKELINE_FUZZ_SECONDS (60) for all formats together; `npm run fuzz` takes its time.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { fuzz } from "./fuzzer.ts";
import { formats } from "./seeds.ts";

const seconds = Number(process.env["WAKELINE_FUZZ_SECONDS"] ?? 60) / formats.length;
const folder = join(import.meta.dirname, "../../test-results/fuzz");

test.each(formats)("holds for broken files of %s", { timeout: seconds * 1000 + 120_000 }, async (format) => {
  const { inputs, failures } = await fuzz({ format, seconds, seed: 1, folder, mostFailures: 1 });
  expect(failures).toEqual([]);
  expect(inputs).toBeGreaterThan(50);
});
