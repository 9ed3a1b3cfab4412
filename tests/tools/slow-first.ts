/**
 * The order of test files: what takes long comes first, so that no long file is left to one processor at the end. Vitest
 * knows it of files that it has run before; in a fresh clone it goes by the size of a file, and the tests that kill servers
 * and try random inputs are short ones.
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
    // A filter, and not a comparison: files of a project stay together, because they share processes.
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
