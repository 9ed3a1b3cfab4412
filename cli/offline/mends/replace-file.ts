/** Replaces the content of a file: atomically, and only if it is still what was read. */

import { access, constants } from "node:fs/promises";
import { compressionOf, compressionOfName } from "../../base/compression.ts";
import { openDraft, publishDraft, removeDraft, writeDraft } from "../../base/draft.ts";
import { fileError, usageError } from "../../base/errors.ts";
import { measureInput, readWhole, standardStream } from "../../base/files.ts";
import { isDirectory } from "../../base/folder-source.ts";
import { systemPath } from "../../base/system-path.ts";

/** Larger files take too long and need too much memory. */
const mostBytes = 64 << 20;

/** The complete content of a file that can be replaced, or why it cannot be. */
export async function readReplaceable(path: string): Promise<Uint8Array | string> {
  if (path === standardStream) return "standard input is no file";
  if (await isDirectory(path)) return "it is a folder";
  const { sizeBytes, isWaited } = await measureInput(path);
  if (isWaited) return "it is no plain file";
  if (sizeBytes > mostBytes) return `it is larger than ${mostBytes >> 20} MiB`;
  const content = await readWhole(path);
  if (compressionOf(content) !== undefined || compressionOfName(path) !== undefined) return "it is compressed";
  return content;
}

/** @throws CliError when the file has changed since `before` was read, or cannot be written; it is then unchanged */
export async function replaceFile(path: string, before: Uint8Array, after: Uint8Array): Promise<void> {
  // A read-only file could otherwise be replaced.
  await access(systemPath(path), constants.W_OK).catch((error: unknown) => {
    throw fileError("write", path, error);
  });
  const draft = await openDraft(path);
  await writeDraft(draft, after);
  const now = await readWhole(path).catch(() => undefined);
  if (now === undefined || Buffer.compare(now, before) !== 0) {
    await removeDraft(draft);
    throw usageError(`${path} was changed while it was mended, and was left as it is now: run the command again.`);
  }
  await publishDraft(draft);
}
