/** Reads the machine-readable reports of the test runners into one tally. */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Failed tests: a line with the name, indented lines with why. */
  readonly failures: readonly string[];
  /** Tests that passed only on the second attempt, in the same form. Also counted as passed. */
  readonly unsteady: readonly string[];
}

/**
 * If more tests than this need a second attempt, it is not bad luck: then each of them has failed. About two in a
 * hundred browser tests.
 */
export const maxUnsteady = 8;

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: "expected" | "unexpected" | "flaky" | "skipped";
      readonly results?: readonly { readonly errors?: readonly PlaywrightError[] }[];
    }[];
  }[];
}

interface PlaywrightError {
  readonly message?: string;
  readonly location?: { readonly line: number };
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly PlaywrightError[];
}

/**
 * A runner that fails without naming a failure (a crash, an unhandled rejection, no report) counts as one failure:
 * nothing that went wrong may look like success.
 */
export function tallyOf(runner: "vitest" | "playwright", reportFile: string, exitCode: number | null): Tally {
  if (!existsSync(reportFile)) return ranBadly(sum([]), runner, exitCode);
  const report: unknown = JSON.parse(readFileSync(reportFile, "utf8"));
  const tally = runner === "vitest" ? vitestTally(report as VitestReport) : playwrightTally(report as PlaywrightReport);
  return exitCode !== 0 && tally.failed === 0 ? ranBadly(tally, runner, exitCode) : tally;
}

/** Files of a Vitest report in which anything failed; none without a report. */
export function failedFiles(reportFile: string): readonly string[] {
  if (!existsSync(reportFile)) return [];
  const report = JSON.parse(readFileSync(reportFile, "utf8")) as VitestReport;
  return report.testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
}

/** @param second of the failed files alone: if all of it passes, what failed in `first` passed at the second attempt */
export function withSecondAttempt(first: Tally, second: Tally): Tally {
  if (second.failed > 0 || second.passed === 0) return first;
  return {
    ...first,
    passed: first.passed + first.failed,
    failed: 0,
    failures: [],
    unsteady: [...first.unsteady, ...first.failures],
  };
}

/** Tests that needed a second attempt have passed, as long as that is rare. */
export function judged(tally: Tally): Tally {
  const { passed, failed, failures, unsteady } = tally;
  if (unsteady.length <= maxUnsteady) return tally;
  const count = unsteady.length;
  return {
    ...tally,
    passed: passed - count,
    failed: failed + count,
    failures: [...failures, ...unsteady],
    unsteady: [],
  };
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    unsteady: tallies.flatMap(({ unsteady }) => unsteady),
  };
}

function ranBadly(tally: Tally, runner: string, exitCode: number | null): Tally {
  const failures = [
    ...tally.failures,
    `${runner} ended with ${exitCode === null ? "a signal" : `exit code ${exitCode}`}`,
  ];
  return { ...tally, failed: tally.failed + 1, failures };
}

function vitestTally({ testResults }: VitestReport): Tally {
  const failures: string[] = [];
  let passed = 0;
  let skipped = 0;
  for (const file of testResults) {
    for (const { status, fullName, failureMessages = [] } of file.assertionResults) {
      if (status === "passed") passed++;
      else if (status === "failed") failures.push(`${file.name}: ${fullName}${reasons(failureMessages)}`);
      else skipped++;
    }
    // A file that cannot be loaded has no tests to report.
    const named = file.assertionResults.some(({ status }) => status === "failed");
    if (file.status === "failed" && !named) failures.push(`${file.name}: ${firstLine(file.message)}`);
  }
  return { passed, failed: failures.length, skipped, failures, unsteady: [] };
}

function playwrightTally({ suites, errors }: PlaywrightReport): Tally {
  const failures = errors.map(({ message }) => firstLine(message));
  const unsteady: string[] = [];
  let passed = 0;
  let skipped = 0;
  const visit = (suite: PlaywrightSuite): void => {
    for (const { title, file, line, tests } of suite.specs ?? []) {
      for (const { status, results = [] } of tests) {
        const errors = results.flatMap((result) => result.errors?.slice(0, 1) ?? []);
        const why = errors.map(({ message, location }) => `${location ? `line ${location.line}: ` : ""}${message}`);
        const name = `${file}:${line}: ${title}${reasons(why)}`;
        if (status === "expected" || status === "flaky") passed++;
        if (status === "flaky") unsteady.push(name);
        else if (status === "skipped") skipped++;
        else if (status === "unexpected") failures.push(name);
      }
    }
    suite.suites?.forEach(visit);
  };
  suites.forEach(visit);
  return { passed, failed: failures.length, skipped, failures, unsteady };
}

/** Logs of a run elsewhere are all that is left of it: enough of each message to see what differed, and where. */
function reasons(messages: readonly string[]): string {
  return messages
    .map((message) => {
      const lines = stripVTControlCharacters(message).split("\n");
      const said = lines.filter((line) => line.trim() !== "" && !/^\s*(at |❯|-? ?Call log)/i.test(line));
      const at = lines.find((line) => /\.(test|spec)\.ts:\d+/.test(line));
      const place = at === undefined ? "" : ` (${at.trim()})`;
      return `\n    ${said
        .map((line) => line.trim())
        .join(" | ")
        .slice(0, maxReasonChars)}${place}`;
    })
    .join("");
}

const maxReasonChars = 500;

const firstLine = (message: string | undefined): string => (message ?? "unknown error").trim().split("\n")[0] ?? "";
