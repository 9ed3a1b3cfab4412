/**
 * `npm test`: builds what is missing, runs the unit tests, then the browser tests, and closes with exactly one line
 * `N passed, N failed, N skipped`. `npm test -- unit` and `npm test -- browser` run one half.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildStale } from "./build.ts";
import { repository } from "./files.ts";
import { ensureChromium } from "./install-chromium.ts";
import { ensurePostgres } from "./install-postgres.ts";
import { sum, tallyOf, type Tally } from "./test-reports.ts";

const isTerminal = process.stdout.isTTY;
const results = join(repository, "test-results");

function unitTests(): Tally {
  const report = join(results, "vitest.json");
  const cli = join(repository, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = isTerminal ? {} : { NO_COLOR: "1" };
  // Here, and not in each of the tests that start one: two of them would install it at the same time.
  return tallyOf(
    "vitest",
    report,
    run([cli, "run", ...reporters], { ...env, WAKELINE_POSTGRES_BIN: ensurePostgres() }),
  );
}

function browserTests(): Tally {
  const report = join(results, "playwright.json");
  const cli = join(repository, "node_modules", "@playwright", "test", "cli.js");
  // Playwright sets FORCE_COLOR for its workers, and Node warns about NO_COLOR beside it.
  const env = isTerminal ? {} : { FORCE_COLOR: "0" };
  return tallyOf("playwright", report, run([cli, "test"], { ...env, WAKELINE_CHROMIUM: ensureChromium() }));
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
    return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: ${message}`] };
  }
}

const halves: Readonly<Record<string, () => Tally>> = { unit: unitTests, browser: browserTests };
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => halves[name] === undefined);
if (unknown !== undefined) {
  console.error(`There are no tests called ${unknown}; there are ${Object.keys(halves).join(", ")}.`);
  process.exit(2);
}
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
const { passed, failed, skipped, failures } = sum(tallies);
if (failures.length > 0) {
  console.log("\nFailed:");
  for (const failure of failures) console.log(`  ${failure.replaceAll(repository, "")}`);
}
if (passed + failed === 0) console.log("\nNo test ran, which is a failure.");
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
