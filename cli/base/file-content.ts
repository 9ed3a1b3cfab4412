/**
 * A file on the disk as something to upload. It is opened for each slice, so that a folder of many images needs no handle
 * a file. Not `fs.openAsBlob`, whose sizes are wrong from 4 GiB on (nodejs/node issue 52585).
 */

import { open, stat } from "node:fs/promises";
import type { UploadContent } from "#schemas/upload";
import { fileError, usageError } from "./errors.ts";
import { systemPath } from "./system-path.ts";

export interface FileContent {
  readonly content: UploadContent;
  /** Milliseconds since 1970: when it was last written. */
  readonly modifiedMs: number;
}

export async function fileContent(path: string): Promise<FileContent> {
  try {
    const { size, mtimeMs } = await stat(systemPath(path));
    return { content: { size, slice: (begin, end) => readSlice(path, begin, end) }, modifiedMs: mtimeMs };
  } catch (error) {
    throw fileError("read", path, error);
  }
}

async function readSlice(path: string, begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - begin);
  try {
    await using file = await open(systemPath(path), "r");
    for (let filled = 0; filled < bytes.length;) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, begin + filled);
      if (bytesRead === 0) throw usageError(`${path} became shorter while it was read.`);
      filled += bytesRead;
    }
    return bytes;
  } catch (error) {
    throw fileError("read", path, error);
  }
}
