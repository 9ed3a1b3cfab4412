/** Folders for what programs read and write during one job. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { DomainError } from "./errors.ts";

/** A folder of the caller's own, who removes it. @param what its name begins with that @throws WorkFolderError */
export async function makeWorkFolder(what: string): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), `wakeline-${what}-`));
  } catch (error) {
    throw new WorkFolderError(error);
  }
}

/** The disk for temporary files is full, gone or not to be written; 503. */
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
