/**
 * `npm run test:long`: the random tests of `npm test` again, with more inputs and kills, a million records where
 * `npm test` has fewer, and more tests of the API on PostgreSQL and S3. Variables that are set already are kept.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { repository } from "./files.ts";

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

const cli = join(repository, "node_modules", "vitest", "vitest.mjs");
const env = { ...longer, ...process.env };
const otherStorage = ["--project=postgres-s3"];
for (const which of [files, otherStorage]) {
  const { status } = spawnSync(process.execPath, [cli, "run", ...which], { cwd: repository, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
