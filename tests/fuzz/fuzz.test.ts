/**
 * Broken files of every format: no trap, no hang, memory bounded (see probe.ts for all that must hold). The same inputs in
 * every run, however busy the machine is: WAKELINE_FUZZ_INPUTS (250) of each format; `npm run fuzz` takes its time.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { fuzz } from "./fuzzer.ts";
import { formats } from "./seeds.ts";

const mostInputs = Number(process.env["WAKELINE_FUZZ_INPUTS"] ?? 250);
const folder = join(import.meta.dirname, "../../test-results/fuzz");

test.each(formats)("holds for broken files of %s", { timeout: 240_000 }, async (format) => {
  const { inputs, failures } = await fuzz({ format, mostInputs, seed: 1, folder, mostFailures: 1 });
  expect(failures).toEqual([]);
  expect(inputs).toBe(mostInputs);
});
