/** Problems of a file itself, which its owner can do something about, and how they are worded. */
import { CoreError } from "#core";

import { ValidationError } from "../../base/errors.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
import { describeProblem } from "./import-entries.ts";

/** A problem of a file, worded for its owner. */
export class UnusableFile extends Error {}

export const isFileError = (error: unknown): error is Error =>
  error instanceof UnusableFile || error instanceof CoreError || error instanceof ValidationError;
export const faultText = (error: Error): string =>
  error instanceof CoreError && error.problem ? describeProblem(error.problem) : error.message;

/** A file in which nothing could be read must not empty the set. */
export function requireReadable({ report }: ImportedFile): void {
  if (report.trackCount > 0 || report.groupCount > 0 || report.problemCount === 0) return;
  const first = report.problems.find(({ severity }) => severity === "error") ?? report.problems[0];
  if (report.skippedCount === 0 && first?.severity !== "error") return;
  throw new UnusableFile(`Nothing in it could be read. ${first === undefined ? "" : describeProblem(first)}`.trim());
}
