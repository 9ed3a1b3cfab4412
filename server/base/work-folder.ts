/** Folders for what programs read and write during a job. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { DomainError } from "./errors.ts";

/** Makes a folder that the caller removes. @param what prefix of its name @throws WorkFolderError */
export async function makeWorkFolder(what: string): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), `wakeline-${what}-`));
  } catch (error) {
    throw new WorkFolderError(error);
  }
}

/** The disk for temporary files is full, missing or not writable; 503. */
export class WorkFolderError extends DomainError {
  constructor(cause: unknown) {
    super(
      "rest",
      "The server cannot write temporary files. Ask an administrator to check its folder for them (TMPDIR) and the space there, then try again.",
      { status: 503, code: "storage-read-only" },
    );
    this.cause = cause;
  }
}
