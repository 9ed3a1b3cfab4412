/**
 * The order of test files: slow ones first, so that no long file is left to one processor at the end. Vitest knows the
 * durations of files that it has run before; in a fresh clone it goes by file size, and the tests that kill servers and
 * try random inputs are short files.
 */
import { relative, sep } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { repository } from "./files.ts";

/** Folders of `tests` that run whole programs, kill them, or try very many inputs. */
export const slowFolders: readonly string[] = [
  "cli",
  "crash",
  "failures",
  "fuzz",
  "migrations",
  "operation",
  "pipelines",
  "property",
  "session",
  "soak",
];

export const isSlow = ({ moduleId }: TestSpecification): boolean => {
  const [tests, folder = ""] = relative(repository, moduleId).split(sep);
  return tests === "tests" && slowFolders.includes(folder);
};

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Filters instead of comparing: files of a project must stay together, because they share processes.
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
