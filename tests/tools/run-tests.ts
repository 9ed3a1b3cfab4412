/**
 * `npm test`: builds what is missing, runs the unit tests, then the browser tests, and closes with exactly one line
 * `N passed, N failed, N skipped`. `npm test -- unit` and `npm test -- browser` run one half, `--changed` (or
 * `--changed=COMMIT`) only what the change since the last commit concerns, `--times` adds a table of where the time went.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildStale } from "./build.ts";
import { browserTestsFor, changedFiles } from "./changed-tests.ts";
import { repository } from "./files.ts";
import { ensureChromium } from "./install-chromium.ts";
import { ensureFfmpeg } from "./install-ffmpeg.ts";
import { ensurePostgres } from "./install-postgres.ts";
import { judged, sum, tallyOf, type Tally } from "./test-reports.ts";
import { readTimes, timesTable } from "./test-times.ts";

const isTerminal = process.stdout.isTTY;
const results = join(repository, "test-results");

function unitTests(): Tally {
  const report = join(results, "vitest.json");
  const cli = join(repository, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = isTerminal ? {} : { NO_COLOR: "1" };
  // Here, and not in each of the tests that start one: two of them would install it at the same time.
  ensureFfmpeg();
  return tallyOf(
    "vitest",
    report,
    run([cli, "run", ...reporters, ...(since === undefined ? [] : [`--changed=${since}`, "--passWithNoTests"])], {
      ...env,
      WAKELINE_POSTGRES_BIN: ensurePostgres(),
    }),
  );
}

function browserTests(): Tally {
  const specs = since === undefined ? [] : browserTestsFor(changedFiles(since));
  if (since !== undefined && specs.length === 0) return sum([]);
  const report = join(results, "playwright.json");
  ensureFfmpeg();
  const cli = join(repository, "node_modules", "@playwright", "test", "cli.js");
  // Playwright sets FORCE_COLOR for its workers, and Node warns about NO_COLOR beside it.
  const env = isTerminal ? {} : { FORCE_COLOR: "0" };
  return tallyOf("playwright", report, run([cli, "test", ...specs], { ...env, WAKELINE_CHROMIUM: ensureChromium() }));
}

function run(command: readonly string[], extra: Readonly<Record<string, string>>): number | null {
  const { status, error } = spawnSync(process.execPath, command, {
    cwd: repository,
    env: { ...process.env, ...extra },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error !== undefined) throw error;
  return status;
}

/** What stops a half from running is a failure of that half; the other half still runs. */
function attempt(name: string, half: () => Tally): Tally {
  try {
    return half();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...sum([]), failed: 1, failures: [`${name}: ${message}`] };
  }
}

function readArguments() {
  try {
    // A flag that may have a value or not is none to the parser: `--changed` alone stands for `--changed=`.
    const args = process.argv.slice(2).map((arg) => (arg === "--changed" ? "--changed=" : arg));
    const parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { changed: { type: "string" }, times: { type: "boolean", default: false } },
    });
    const unknown = parsed.positionals.find((name) => halves[name] === undefined);
    if (unknown === undefined) return parsed;
    console.error(`There are no tests called ${unknown}; there are ${Object.keys(halves).join(", ")}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
  }
  process.exit(2);
}

const halves: Readonly<Record<string, () => Tally>> = { unit: unitTests, browser: browserTests };
const { values: flags, positionals: wanted } = readArguments();
/** The commit whose differences count; `undefined`: everything is tested. */
const since = flags.changed === "" ? "HEAD" : flags.changed;
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const tallies = [
  attempt("build", () => {
    buildStale();
    return sum([]);
  }),
];
for (const [name, half] of Object.entries(halves)) {
  if (wanted.length === 0 || wanted.includes(name)) tallies.push(attempt(name, half));
}
const { passed, failed, skipped, failures, unsteady } = judged(sum(tallies));
if (failures.length > 0) {
  console.log("\nFailed:");
  for (const failure of failures) console.log(`  ${failure.replaceAll(repository, "")}`);
}
if (unsteady.length > 0) {
  console.log("\nPassed only at the second try, so a race in the product or in the test, to be found and mended:");
  for (const name of unsteady) console.log(`  ${name}`);
}
if (flags.times) console.log(`\n${timesTable(readTimes(results))}`);
if (passed + failed === 0 && since === undefined) console.log("\nNo test ran, which is a failure.");
process.exitCode = failed > 0 || (passed === 0 && since === undefined) ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
