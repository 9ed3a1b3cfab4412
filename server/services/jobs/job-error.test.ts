/** The reasons in the logs of jobs. */
import { expect, test } from "vitest";

import { AccessLevel } from "../../base/access-level.ts";
import { DeniedError, MissingError } from "../../base/errors.ts";
import { JobError, reasonOf } from "./job-error.ts";

test("a job whose dataset was deleted, or closed to its starter, says so without ids", () => {
  const id = "0123456789abcdef01234567";
  const reasons = [
    new MissingError("folder", id),
    new MissingError("item", id),
    new DeniedError("folder", id, AccessLevel.read, id),
    new DeniedError("item", id, AccessLevel.write, id),
  ].map(reasonOf);
  expect(reasons).toEqual([
    expect.stringContaining("dataset or folder that it works with has been deleted"),
    expect.stringContaining("file that it needs has been deleted"),
    expect.stringContaining("may no longer see the dataset or folder"),
    expect.stringContaining("may no longer change the dataset or folder"),
  ]);
  for (const reason of reasons) expect(reason).not.toContain(id);
  expect(reasonOf(new JobError("reef.avi is damaged."))).toBe("reef.avi is damaged.");
});
