/**
 * Where a result is collected until it is complete. A file is written next to its target and gets its name at the end,
 * in one step; a link is followed to its file and stays a link; a device, a pipe or a socket cannot be exchanged for a
 * file, so the bytes go into it at once.
 */

import { rmSync } from "node:fs";
import { open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Content, compressedFor } from "./compression.ts";
import { fileError, systemErrorCode } from "./errors.ts";
import { pathFromBytes, systemPath } from "./system-path.ts";

/** Plain data: it travels to worker threads. */
export interface Draft {
  /** What the user called it, for messages. */
  readonly target: string;
  /** Where the bytes go. */
  readonly path: string;
  /** The name that `path` gets at the end; absent where the bytes go into the target at once. */
  readonly becomes?: string;
  /** Permissions of the file that is replaced. */
  readonly mode?: number;
}

/** What must not stay when the process ends, however it ends. */
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

/** The file that a link leads to, also where there is none yet. */
async function followLinks(path: string): Promise<string> {
  try {
    return pathFromBytes(await realpath(systemPath(path), { encoding: "buffer" }));
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
  const to = await readlink(systemPath(path), { encoding: "buffer" }).catch(() => undefined);
  return to === undefined ? path : followLinks(resolve(dirname(path), pathFromBytes(to)));
}

/** Writes the draft, compressed where its name says so; when that fails, nothing stays. Returns the number of bytes. */
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
    // A source that fails (the network, say) has its own story to tell.
    throw isWriting ? fileError("write", draft.target, error) : error;
  }
}

/** Gives a complete draft its name. */
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
