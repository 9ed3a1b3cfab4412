/** Replaces a file that others may be writing: atomically, and only if its content is still the one that was read. */

import { access, constants } from "node:fs/promises";
import { openDraft, publishDraft, removeDraft, writeDraft } from "./draft.ts";
import { fileError, systemErrorCode } from "../process/errors.ts";
import { readWhole } from "./files.ts";
import { systemPath } from "./system-path.ts";

/**
 * @param before the content that was read; `undefined`: there was no such file
 * @returns `false` when the file has changed since then, and is as it was
 */
export async function replaceIfSame(path: string, before: Uint8Array | undefined, after: Uint8Array): Promise<boolean> {
  // A read-only file could otherwise be replaced.
  if (before !== undefined) {
    await access(systemPath(path), constants.W_OK).catch((error: unknown) => {
      throw fileError("write", path, error);
    });
  }
  const draft = await openDraft(path);
  await writeDraft(draft, after);
  if (await isStill(path, before)) {
    await publishDraft(draft);
    return true;
  }
  await removeDraft(draft);
  return false;
}

async function isStill(path: string, before: Uint8Array | undefined): Promise<boolean> {
  try {
    const now = await readWhole(path);
    return before !== undefined && Buffer.compare(now, before) === 0;
  } catch (error) {
    return before === undefined && systemErrorCode(error) === "ENOENT";
  }
}
