/** Reading and writing whole files, where `-` means standard input or output. */

import { open, readFile, rename, rm } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { basename, dirname, join } from "node:path";
import { fileError } from "./errors.ts";
import { writeResult } from "./output.ts";

export const standardStream = "-";

/** How a file is called in messages. */
export function fileLabel(path: string): string {
  return path === standardStream ? "<stdin>" : path;
}

export async function readInput(path: string): Promise<Uint8Array> {
  if (path === standardStream) return buffer(process.stdin);
  try {
    return await readFile(path);
  } catch (error) {
    throw fileError("read", path, error);
  }
}

type Content = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Writes a result. A file appears under its name only when it is complete, so that a stopped command leaves the earlier
 * file as it was. Returns the number of bytes.
 */
export async function writeOutput(path: string, content: Content): Promise<number> {
  if (path === standardStream) return writeStandardOutput(content);
  const draft = draftPath(path);
  const size = await writeDraft(draft, path, content);
  await publishDraft(draft, path);
  return size;
}

async function writeStandardOutput(content: Content): Promise<number> {
  let size = 0;
  for await (const chunk of chunks(content)) {
    await writeResult(chunk);
    size += chunk.byteLength;
  }
  return size;
}

/** Where the content of a file is collected until it is complete: in the same folder, so that it can be renamed. */
export function draftPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/** Writes the draft of `path`; when that fails, nothing stays. Returns the number of bytes. */
export async function writeDraft(draft: string, path: string, content: Content): Promise<number> {
  let size = 0;
  let isWriting = true;
  try {
    const file = await open(draft, "w");
    try {
      isWriting = false;
      for await (const chunk of chunks(content)) {
        isWriting = true;
        await file.writeFile(chunk);
        isWriting = false;
        size += chunk.byteLength;
      }
      isWriting = true;
    } finally {
      await file.close();
    }
    return size;
  } catch (error) {
    await removeDraft(draft);
    // A source that fails (the network, say) has its own story to tell.
    throw isWriting ? fileError("write", path, error) : error;
  }
}

/** Gives a complete draft its name. */
export async function publishDraft(draft: string, path: string): Promise<void> {
  try {
    await rename(draft, path);
  } catch (error) {
    await removeDraft(draft);
    throw fileError("write", path, error);
  }
}

export async function removeDraft(draft: string): Promise<void> {
  await rm(draft, { force: true });
}

async function* chunks(content: Content): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content;
}
