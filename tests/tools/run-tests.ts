/**
 * `npm test`: builds what is missing, runs unit tests and browser tests in parallel, and ends with exactly one line
 * `N passed, N failed, N skipped`. It takes about 15 minutes; `--all` adds the tests that take longer
 * (`short-tests.ts`), except those that only `npm run test:long` runs. `npm test -- unit` and `npm test -- browser` run
 * one half, `--changed` (or `--changed=COMMIT`) only what the change since the last commit affects, `--times` adds a
 * table of where the time went, and of which unit tests take the most processor time.
 *
 * In two lanes, because the unit tests that start programs and servers spend much of their time waiting for disks,
 * processes and clocks, while browser tests compute. A lane that is free takes the next part of the tests, so that both
 * end at about the same time. Output is shown in the order in which the parts begin, so that it does not mix.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { buildStale } from "./build.ts";
import { browserTestsFor, changedFiles } from "./changed-tests.ts";
import { repository } from "./files.ts";
import { ensureChromium } from "./install-chromium.ts";
import { ensureFfmpeg } from "./install-ffmpeg.ts";
import { ensurePostgres } from "./install-postgres.ts";
import { allBrowserTests, leftOutFiles, shortTests, sweeps } from "./short-tests.ts";
import { runInTurn } from "./run-in-turn.ts";
import { failedFiles, judged, maxUnsteady, sum, tallyOf, withSecondAttempt, type Tally } from "./test-reports.ts";
import { processorTimes, readTimes, timesTable } from "./test-times.ts";

const isTerminal = process.stdout.isTTY;
const results = join(repository, "test-results");

interface Command {
  readonly runner: "vitest" | "playwright";
  readonly args: readonly string[];
  readonly report: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Projects of Vitest. The tests of the first two wait for much of their time. */
const [programs, api] = ["programs", "contract"];
const otherProjects = ["unit", "pages", "plain"];
/** The API tests on PostgreSQL and S3. */
const otherStorage = "postgres-s3";

/** @param projects of Vitest */
function unitTests(projects: readonly string[], name = "vitest"): Command {
  const report = join(results, `${name}.json`);
  const cli = join(repository, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const changed = since === undefined ? [] : [`--changed=${since}`, "--passWithNoTests"];
  // Here, and not in each of the tests that need it: two of them would install it at the same time.
  ensureFfmpeg();
  const env = {
    ...(isTerminal ? {} : { NO_COLOR: "1" }),
    ...(flags.times && { WAKELINE_TEST_TIMES: join(results, processorTimes) }),
    WAKELINE_POSTGRES_BIN: ensurePostgres(),
  };
  const args = [cli, "run", ...projects.map((project) => `--project=${project}`), ...reporters, ...changed];
  return { runner: "vitest", args, report, env };
}

/**
 * @param specs files or beginnings of their names; empty: as configured
 * @param name of its report and of the folder of its pictures, which each of them empties when it begins
 */
function browserTests(specs: readonly string[], name = "playwright"): Command {
  const report = join(results, `${name}.json`);
  const cli = join(repository, "node_modules", "@playwright", "test", "cli.js");
  ensureFfmpeg();
  // Playwright sets FORCE_COLOR for its workers, and Node warns if NO_COLOR is set too.
  const env = {
    FORCE_COLOR: isTerminal ? "1" : "0",
    WAKELINE_CHROMIUM: ensureChromium(),
    WAKELINE_BROWSER_REPORT: report,
  };
  const args = [cli, "test", `--output=${join(results, `${name}-pictures`)}`, ...specs];
  return { runner: "playwright", args, report, env };
}

/** @returns `undefined`: the change affects none of them */
function wantedBrowserTests(): Command | undefined {
  if (isPart) return browserTests([]);
  const specs = since === undefined ? allBrowserTests() : browserTestsFor(changedFiles(since));
  return specs.length === 0 ? undefined : browserTests(specs);
}

const browserParts = 4;

/** @param part from 1 on */
const browserPart = (part: number) => (): Command =>
  browserTests(
    allBrowserTests().filter((_, i) => i % browserParts === part - 1),
    `playwright-${part}`,
  );

interface Ended {
  readonly command: Command;
  readonly tally: Tally;
}

/** How many commands are running. */
let running = 0;
/** When the output of all that have begun is shown. */
let shown: Promise<unknown> | undefined;

/** Runs one after the other while any is left: another lane takes of them, too. */
async function runLane(waiting: Command[]): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
    // The last one, if the other lane has ended, has both processors.
    const isAlone = running === 0 && waiting.length === 0;
    const shared = {
      ...(!isAlone && { WAKELINE_TEST_WORKERS: "2" }),
      ...(isPart && { [shortTests]: "1" }),
    };
    running += 1;
    const run = runInTurn(command.args, { ...shared, ...process.env, ...command.env }, shown);
    shown = run.shown;
    ended.push({ command, tally: await tallied(command, run.ended) });
    running -= 1;
  }
  return ended;
}

async function tallied({ runner, report }: Command, ended: Promise<number | null>): Promise<Tally> {
  const exitCode = await ended;
  return attempt(runner, () => tallyOf(runner, report, exitCode)) ?? sum([]);
}

/**
 * Playwright repeats a failed test itself. Files of unit tests run once more when all else has ended, since most of what
 * fails only sometimes fails on a busy machine.
 */
async function withRepeats({ command, tally }: Ended): Promise<Tally> {
  if (command.runner !== "vitest" || tally.failed === 0) return tally;
  const files = failedFiles(command.report);
  if (files.length === 0 || files.length > maxUnsteady) return tally;
  console.log(`\nOnce more: ${files.map((file) => relative(repository, file)).join(", ")}`);
  rmSync(command.report);
  const running = runInTurn([...command.args, ...files], { ...process.env, ...command.env }, undefined);
  return withSecondAttempt(tally, await tallied(command, running.ended));
}

const attempts: Tally[] = [];

/** An error that keeps one half from running is a failure of that half; the other half still runs. */
function attempt<T>(name: string, act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    attempts.push({ ...sum([]), failed: 1, failures: [`${name}: ${message}`] });
    return undefined;
  }
}

function readArguments() {
  try {
    // The parser does not support a flag with an optional value: `--changed` alone becomes `--changed=`.
    const args = process.argv.slice(2).map((arg) => (arg === "--changed" ? "--changed=" : arg));
    const parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: "boolean", default: false },
        changed: { type: "string" },
        times: { type: "boolean", default: false },
      },
    });
    const unknown = parsed.positionals.find((name) => halves[name] === undefined);
    if (unknown === undefined) return parsed;
    console.error(`There are no tests called ${unknown}; there are ${Object.keys(halves).join(", ")}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
  }
  process.exit(2);
}

type Make = () => Command | undefined;

const halves: Readonly<Record<string, Make>> = {
  unit: () => unitTests([programs, api, ...lastProjects]),
  browser: wantedBrowserTests,
};
const { values: flags, positionals: wanted } = readArguments();
/** Without the tests that take longer. A change selects tests by itself. */
const isPart = !flags.all && flags.changed === undefined;
/** The commit to compare with; `undefined`: everything is tested. */
const since = flags.changed === "" ? "HEAD" : flags.changed;
const lastProjects = isPart ? otherProjects : [...otherProjects, otherStorage];
const programTests = (): Command => unitTests([programs], "vitest-programs");
const apiTests = (): Command => unitTests([api], "vitest-api");
const lastTests = (): Command => unitTests(lastProjects, "vitest-last");
/** Long ones not last, and of each kind one after the other, so that different ones run at a time. */
const inParts: readonly Make[] = isPart
  ? [programTests, wantedBrowserTests, apiTests, lastTests]
  : [programTests, ...[1, 2].map(browserPart), apiTests, ...[3, 4].map(browserPart), lastTests];
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

attempt("build", () => buildStale());
const wantedHalves = Object.keys(halves).filter((name) => wanted.length === 0 || wanted.includes(name));
// How long a change's tests take differs: each half is a part.
const plan = wantedHalves.length > 1 && since === undefined ? inParts : wantedHalves.map((name) => halves[name]!);
// All install what they need before any starts: concurrent installations would interfere.
const commands = plan.map((make) => attempt("set-up", make)).filter((command) => command !== undefined);
const ended = (await Promise.all([runLane(commands), runLane(commands)])).flat();
await shown;
const tallies: Tally[] = [];
for (const one of ended) tallies.push(await withRepeats(one));
if (isPart) {
  const { unit, browser } = leftOutFiles();
  console.log(
    `\nLeft out: ${unit} files of unit tests and ${browser} of browser tests; \`npm test -- --all\` runs them.`,
  );
} else if (since === undefined) {
  console.log(`\nLeft out: ${sweeps.length} files of browser tests, which \`npm run test:long\` runs.`);
}
const { passed, failed, skipped, failures, unsteady } = judged(sum([...attempts, ...tallies]));
if (failures.length > 0) {
  console.log("\nFailed:");
  for (const failure of failures) console.log(`  ${failure.replaceAll(repository, "")}`);
}
if (unsteady.length > 0) {
  console.log("\nPassed only at the second try, so a race in the product or in the test, to be found and fixed:");
  for (const name of unsteady) console.log(`  ${name.replaceAll(repository, "")}`);
}
if (flags.times) console.log(`\n${timesTable(readTimes(results))}`);
if (passed + failed === 0 && since === undefined) console.log("\nNo test ran, which is a failure.");
process.exitCode = failed > 0 || (passed === 0 && since === undefined) ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
