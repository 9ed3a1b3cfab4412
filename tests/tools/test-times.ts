/**
 * The table of `npm test -- --times`: where the time of a run went, by folder and by file, and which files of unit tests
 * took the most processor time.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { repository } from "./files.ts";

/** One file of tests. */
export interface FileTime {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
  /** Of unit tests, as written by tests/support/processor-time.ts. */
  readonly processorSeconds?: number;
}

/** In the folder of the reports; one line of JSON for each file of unit tests. */
export const processorTimes = "processor-times.jsonl";

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

/** @param folder of the machine-readable reports; a missing report counts as empty */
export function readTimes(folder: string): readonly FileTime[] {
  const read = <T>(runner: string): T[] =>
    globSync(`${runner}*.json`, { cwd: folder }).map(
      (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as T,
    );
  const units = read<VitestReport>("vitest")
    .flatMap(({ testResults }) => testResults)
    .map((result) => ({
      file: relative(repository, result.name),
      tests: result.assertionResults.length,
      seconds: (result.endTime - result.startTime) / 1000,
    }));
  const browser: FileTime[] = [];
  const visit = (suite: PlaywrightSuite): void => {
    for (const { file, tests } of suite.specs ?? []) {
      const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
      browser.push({ file: `tests/${file}`, tests: tests.length, seconds: ms / 1000 });
    }
    suite.suites?.forEach(visit);
  };
  for (const { suites } of read<{ suites: readonly PlaywrightSuite[] }>("playwright")) suites.forEach(visit);
  return [...units, ...browser, ...readProcessorTimes(join(folder, processorTimes))];
}

function readProcessorTimes(path: string): readonly FileTime[] {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const { file, seconds } = JSON.parse(line) as { file: string; seconds: number };
      return { file: relative(repository, file), tests: 0, seconds: 0, processorSeconds: seconds };
    });
}

/** Folders by the time of their tests, then the slowest files. Seconds are summed over tests that ran in parallel. */
export function timesTable(times: readonly FileTime[], slowest = 15): string {
  const folders = groupBy(times, ({ file }) => dirname(file).split("/").slice(0, 2).join("/"));
  const files = groupBy(times, ({ file }) => file);
  return [
    "Time by folder, seconds of tests:",
    ...rowsOf(folders),
    "",
    `The ${slowest} slowest files:`,
    ...rowsOf(files).slice(0, slowest),
    ...processorRows(folders, "Processor time of unit tests by folder:"),
    ...processorRows(files, `The ${slowest} files of unit tests with the most processor time:`).slice(0, slowest + 2),
  ].join("\n");
}

function groupBy(times: readonly FileTime[], keyOf: (time: FileTime) => string): readonly FileTime[] {
  const groups = new Map<string, FileTime>();
  for (const time of times) {
    const file = keyOf(time);
    const group = groups.get(file) ?? { file, tests: 0, seconds: 0, processorSeconds: 0 };
    groups.set(file, {
      file,
      tests: group.tests + time.tests,
      seconds: group.seconds + time.seconds,
      processorSeconds: (group.processorSeconds ?? 0) + (time.processorSeconds ?? 0),
    });
  }
  return [...groups.values()].toSorted((a, b) => b.seconds - a.seconds);
}

/** Most first, below a title; nothing without processor times. */
function processorRows(groups: readonly FileTime[], title: string): readonly string[] {
  const rows = groups
    .map(({ file, tests, processorSeconds: seconds = 0 }) => ({ file, tests, seconds }))
    .filter(({ seconds }) => seconds > 0)
    .toSorted((a, b) => b.seconds - a.seconds);
  return rows.length === 0 ? [] : ["", title, ...rowsOf(rows)];
}

function rowsOf(groups: readonly FileTime[]): readonly string[] {
  return groups.map(
    ({ file, tests, seconds }) =>
      `${seconds.toFixed(1).padStart(8)} s ${String(tests).padStart(6)} ${tests === 1 ? "test " : "tests"}  ${file}`,
  );
}
