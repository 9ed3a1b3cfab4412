/** An interrupted upload by the command line is completed by the same command. */
import { expect, test } from "vitest";
import { runCliUploadRounds } from "./cli-upload-rounds.ts";

test("an upload that is broken off goes on with the same command, and everything is there once", async () => {
  const { counts, findings } = await runCliUploadRounds({ rounds: 2, seed: 3 });
  expect(findings).toEqual([]);
  // Otherwise nothing was interrupted in the middle.
  expect(counts.continued).toBeGreaterThan(0);
}, 600_000);
