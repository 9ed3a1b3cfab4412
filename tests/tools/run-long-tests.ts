/**
 * `npm run test:long`: the random tests of `npm test` again, with more inputs and kills, a million records where
 * `npm test` has fewer, more tests of the API on PostgreSQL and S3, and the browser tests that look at every page.
 * Variables that are set already are kept.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { repository } from "./files.ts";
import { ensureChromium } from "./install-chromium.ts";
import { sweeps } from "./short-tests.ts";

/** What `npm test` does a part of, and where. */
const longer = {
  WAKELINE_MODEL_RUNS: "1000",
  WAKELINE_KPF_PACKETS: "1000000",
  WAKELINE_PROPERTY_RUNS: "1500",
  WAKELINE_FUZZ_INPUTS: "400",
  WAKELINE_SEEDS: "10",
  WAKELINE_CHANGE_RUNS: "20",
  WAKELINE_CRASH_ROUNDS: "6",
  WAKELINE_FLIPS: "60",
  WAKELINE_EVERY_STORAGE: "1",
} as const;

const files = [
  "core-wasm/host/edits/model.test.ts",
  "core-wasm/host/formats/kpf/kpf.test.ts",
  "tests/cli/release.test.ts",
  "tests/crash/mixed.test.ts",
  "tests/crash/tasks.test.ts",
  "tests/property",
  "tests/fuzz",
  "tests/session/live.test.ts",
  "tests/session/two-editors.test.ts",
];

const vitest = [join(repository, "node_modules", "vitest", "vitest.mjs"), "run"];
const playwright = [join(repository, "node_modules", "@playwright", "test", "cli.js"), "test"];
const env = { ...longer, WAKELINE_CHROMIUM: ensureChromium(), ...process.env };
for (const args of [
  [...vitest, ...files],
  [...vitest, "--project=postgres-s3"],
  [...playwright, ...sweeps],
]) {
  const { status } = spawnSync(process.execPath, args, { cwd: repository, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
