/** The content of a file that is mended in place. */

import { compressionOf, compressionOfName } from "../../base/files/compression.ts";
import { usageError } from "../../base/process/errors.ts";
import { measureInput, readWhole, standardStream } from "../../base/files/files.ts";
import { isDirectory } from "../../base/files/folder-source.ts";
import { replaceIfSame } from "../../base/files/replace-file.ts";

/** Larger files take too long and need too much memory. */
const maxBytes = 64 << 20;

/** The complete content of a file that can be replaced, or why it cannot be. */
export async function readFixable(path: string): Promise<Uint8Array | string> {
  if (path === standardStream) return "standard input is not a file";
  if (await isDirectory(path)) return "it is a folder";
  const { sizeBytes, isWaited } = await measureInput(path);
  if (isWaited) return "it is not a plain file";
  if (sizeBytes > maxBytes) return `it is larger than ${maxBytes >> 20} MiB`;
  const content = await readWhole(path);
  if (compressionOf(content) !== undefined || compressionOfName(path) !== undefined) return "it is compressed";
  return content;
}

/** @throws CliError when the file has changed since `before` was read, or cannot be written; it is then unchanged */
export async function replaceFile(path: string, before: Uint8Array, after: Uint8Array): Promise<void> {
  if (await replaceIfSame(path, before, after)) return;
  throw usageError(`${path} was changed while it was mended, and was left as it is now: run the command again.`);
}
