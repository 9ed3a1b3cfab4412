/**
 * Broken files of every format: no trap, no hang, memory bounded (probe.ts lists all invariants). The same inputs in
 * every run, however busy the machine is: WAKELINE_FUZZ_INPUTS (20) per format; `npm run test:long` and `npm run fuzz`
 * try more.
 */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fuzz, ProbeProcess } from "./fuzzer.ts";
import { formats } from "./seeds.ts";

const maxInputs = Number(process.env["WAKELINE_FUZZ_INPUTS"] ?? 20);
const folder = join(import.meta.dirname, "../../test-results/fuzz");

/** One for all formats: it starts and compiles two builds of the core. */
const prober = new ProbeProcess();
afterAll(() => prober.close());

test.each(formats)("holds for broken files of %s", { timeout: 240_000 }, async (format) => {
  const { inputs, failures } = await fuzz({ format, maxInputs, seed: 1, folder, maxFailures: 1, prober });
  expect(failures).toEqual([]);
  expect(inputs).toBe(maxInputs);
});
