/** The working copy that a command works on: an existing one, or a new one of a dataset. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { slugify } from "#schemas/slug";
import { connect, type Connection } from "../base/connection/connection.ts";
import { openCore } from "../base/annotations/core.ts";
import { resolveReference, serverOfReference } from "../base/site/dataset-reference.ts";
import { fileError, systemErrorCode, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import { requireOneCamera } from "../base/site/one-camera.ts";
import type { ServerOption } from "../base/connection/server-option.ts";
import { systemPath } from "../base/files/system-path.ts";
import { setBytes, sha256 } from "./set-content.ts";
import type { WorkingCopy } from "./set-copy.ts";
import { noCopy, readState, setText, stateName, withSet, type CopiedSet } from "./state.ts";

export interface CopyFolderOptions extends ServerOption {
  readonly copy?: string;
}

export async function openCopy({ copy = ".", server }: CopyFolderOptions): Promise<WorkingCopy> {
  const state = await readState(copy);
  if (state === undefined) throw noCopy(copy);
  return { connection: await connect(server ?? state.server), folder: copy, state };
}

/** A copy of a dataset, which may be there already. */
export async function openCopyOf(
  reference: string,
  { copy, server }: CopyFolderOptions,
): Promise<WorkingCopy & { readonly isNew: boolean }> {
  const connection = await connect(server ?? serverOfReference(reference));
  const dataset = await requireOneCamera(connection, await resolveReference(connection, reference), "pull");
  const { id, name } = dataset;
  const folder = copy ?? nameFor(name, id);
  const state = await readState(folder);
  if (state !== undefined && state.dataset !== id)
    throw usageError(
      `${folder} is a working copy of ${state.name} (${state.dataset}): name another folder with --copy.`,
    );
  if (state !== undefined) return { connection, folder, state, isNew: false };
  await makeFolder(folder).catch((error: unknown) => {
    throw fileError("write", folder, error);
  });
  return {
    connection,
    folder,
    state: { version: 1, server: connection.url, dataset: id, name, sets: [] },
    isNew: true,
  };
}

/** A name for files; names in other scripts than Latin leave nothing. */
export function nameFor(text: string, otherwise: string): string {
  const name = slugify(text).replace(/^[.-]+/, "");
  return name === "" ? otherwise : name;
}

/** The names of the sets that the server has. */
export async function setsOnServer({ client }: Connection, folderId: string): Promise<(string | null)[]> {
  const sets = await client.call("annotation.sets", { folderId }, { signal: interrupted });
  return sets.includes(null) ? sets : [null, ...sets];
}

/** A set that the copy did not have yet gets a file. */
export async function addSet(copy: WorkingCopy, set: string | null): Promise<CopiedSet> {
  const file = setFileName(set, copy.state.sets.length);
  const taken = new Set((await namesIn(copy.folder)).map((name) => name.toLowerCase()));
  if (taken.has(file.toLowerCase()) || copy.state.sets.some((one) => one.file === file))
    throw usageError(
      `${join(copy.folder, file)} exists already, and ${setText(set)} would have this name: move it away, or name another folder with --copy.`,
    );
  const entry = { set, file, revision: 0, sha256: sha256(setBytes(await openCore())) };
  copy.state = withSet(copy.state, entry);
  return entry;
}

/** @param index for a set whose name leaves nothing for a file */
export function setFileName(set: string | null, index: number): string {
  return set === null ? "annotations.json" : `${nameFor(set, `set-${index}`)}.json`;
}

/** Files of the folder that look like annotations and belong to no set. */
export async function looseFiles({ folder, state }: WorkingCopy): Promise<string[]> {
  const known = new Set(state.sets.map(({ file }) => file));
  return (await namesIn(folder)).filter((name) => name.endsWith(".json") && name !== stateName && !known.has(name));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(systemPath(folder), "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw fileError("read", folder, error);
  }
}
