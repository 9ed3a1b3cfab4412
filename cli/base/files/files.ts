/** Reading and writing whole files, where `-` means standard input or output. */

import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { fileError } from "../process/errors.ts";
import { readInterruptibly } from "../process/interrupt.ts";
import { openDraft, publishDraft, writeDraft } from "./draft.ts";
import { decompressWhole, type Content } from "./compression.ts";
import { writeResult } from "../terminal/output.ts";
import { systemPath } from "./system-path.ts";
import { io } from "../terminal/io.ts";

export const standardStream = "-";

/** The name of a file in messages. */
export function fileLabel(path: string): string {
  return path === standardStream ? "<stdin>" : path;
}

export async function readInput(path: string): Promise<Uint8Array> {
  if (path === standardStream) return await readInterruptibly(() => buffer(io().input));
  try {
    return await readWhole(path);
  } catch (error) {
    throw fileError("read", path, error);
  }
}

/** A document that may be compressed. */
export async function readDecompressed(path: string): Promise<Uint8Array> {
  return await decompressWhole(await readInput(path), fileLabel(path));
}

/** Reads a whole file, which may be a pipe that has no writer yet. */
export async function readWhole(path: string): Promise<Uint8Array> {
  const { isWaited } = await measureInput(path);
  const read = (): Promise<Uint8Array> => readFile(systemPath(path));
  return await (isWaited ? readInterruptibly(read) : read());
}

/** The size of a file, and whether it is not a regular one: a pipe or a device may block for long. */
export async function measureInput(path: string): Promise<{ sizeBytes: number; isWaited: boolean }> {
  const facts = await stat(systemPath(path));
  return { sizeBytes: facts.size, isWaited: !facts.isFile() && !facts.isDirectory() };
}

/**
 * Writes a result. A file appears under its name only when complete, so that a stopped command leaves the earlier file
 * unchanged. Returns the number of bytes.
 */
export async function writeOutput(path: string, content: Content): Promise<number> {
  if (path === standardStream) return writeStandardOutput(content);
  const draft = await openDraft(path);
  const size = await writeDraft(draft, content);
  await publishDraft(draft);
  return size;
}

async function writeStandardOutput(content: Content): Promise<number> {
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    await writeResult(chunk);
    size += chunk.byteLength;
  }
  return size;
}
