/** Cleans up what a test creates, in reverse order, after each test of the file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach } from "vitest";

export interface CleanUps {
  add(cleanUp: () => unknown): void;
  /** An empty folder that is removed after the test. */
  temporaryFolder(): Promise<string>;
}

/** Call it at the top of a test file. */
export function useCleanUps(): CleanUps {
  const cleanUps: (() => unknown)[] = [];
  const add = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp);
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  return {
    add,
    async temporaryFolder() {
      const folder = await mkdtemp(join(tmpdir(), "wakeline-test-"));
      add(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
  };
}
