/**
 * Collects a result until it is complete. A file is written next to its target and renamed at the end, atomically; a
 * link is followed to its file and stays a link; a device, a pipe or a socket cannot be replaced with a file, so bytes
 * are written to it directly.
 */

import { rmSync } from "node:fs";
import { open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Content, compressedFor } from "./compression.ts";
import { fileError, systemErrorCode } from "../process/errors.ts";
import { pathFromBytes, systemPath } from "./system-path.ts";

/** Plain data, so that it can be sent to worker threads. */
export interface Draft {
  /** The name given by the user, for messages. */
  readonly target: string;
  /** Where the bytes are written. */
  readonly path: string;
  /** The final name of `path`; absent when bytes are written to the target directly. */
  readonly becomes?: string;
  /** Permissions of the replaced file. */
  readonly mode?: number;
}

/** Files that must not remain when the process ends, however it ends. */
const unfinished = new Set<string>();
let isWatching = false;

/** Opened by the shell: these names may refer to a file that it appends to. */
const openedByShell = /^\/(dev\/(stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/;

export async function openDraft(target: string): Promise<Draft> {
  if (openedByShell.test(target)) return { target, path: target };
  try {
    const facts = await stat(systemPath(target)).catch((error: unknown) => {
      if (systemErrorCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (facts !== undefined && !facts.isFile() && !facts.isDirectory()) return { target, path: target };
    const becomes = await followLinks(target);
    // In the same folder, so that it can be renamed.
    const path = join(dirname(becomes), `.${basename(becomes)}.${process.pid}.tmp`);
    remember(path);
    return { target, path, becomes, ...(facts?.isFile() === true && { mode: facts.mode & 0o7777 }) };
  } catch (error) {
    throw fileError("write", target, error);
  }
}

/** The file that a link refers to, even if it does not exist yet. */
async function followLinks(path: string): Promise<string> {
  try {
    return pathFromBytes(await realpath(systemPath(path), { encoding: "buffer" }));
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
  const to = await readlink(systemPath(path), { encoding: "buffer" }).catch(() => undefined);
  return to === undefined ? path : followLinks(resolve(dirname(path), pathFromBytes(to)));
}

/** Writes the draft, compressed if its name says so; when that fails, nothing remains. Returns the number of bytes. */
export async function writeDraft(draft: Draft, content: Content): Promise<number> {
  let size = 0;
  let isWriting = true;
  try {
    const file = await open(systemPath(draft.path), draft.becomes === undefined ? "a" : "w");
    try {
      isWriting = false;
      const stored = compressedFor(draft.target, content);
      for await (const chunk of stored instanceof Uint8Array ? [stored] : stored) {
        isWriting = true;
        await file.writeFile(chunk);
        isWriting = false;
        size += chunk.byteLength;
      }
      isWriting = true;
      if (draft.mode !== undefined) await file.chmod(draft.mode);
    } finally {
      await file.close();
    }
    return size;
  } catch (error) {
    await removeDraft(draft);
    // A failing source (such as the network) has its own error message.
    throw isWriting ? fileError("write", draft.target, error) : error;
  }
}

/** Gives a complete draft its final name. */
export async function publishDraft(draft: Draft): Promise<void> {
  const { path, becomes, target } = draft;
  if (becomes === undefined) return;
  try {
    await rename(systemPath(path), systemPath(becomes));
    unfinished.delete(path);
  } catch (error) {
    await removeDraft(draft);
    throw fileError("write", target, error);
  }
}

export async function removeDraft({ path, becomes }: Draft): Promise<void> {
  if (becomes === undefined) return;
  await rm(systemPath(path), { force: true });
  unfinished.delete(path);
}

function remember(path: string): void {
  unfinished.add(path);
  if (isWatching) return;
  isWatching = true;
  process.on("exit", () => {
    for (const left of unfinished) rmSync(systemPath(left), { force: true });
  });
}
