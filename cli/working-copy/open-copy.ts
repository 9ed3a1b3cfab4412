/** The working copy that a command works on: an existing one, or a new one of a dataset. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Dataset } from "#schemas/wire";
import { connect, type Connection, trustedServer } from "../base/connection/connection.ts";
import { openCore } from "../base/annotations/core.ts";
import { resolveReference, serverOfReference } from "../base/site/dataset-reference.ts";
import { fileError, systemErrorCode, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import type { ServerOption } from "../base/connection/server-option.ts";
import { systemPath } from "../base/files/system-path.ts";
import { cameraFolders, copyCameras } from "./cameras.ts";
import { nameFor } from "./file-names.ts";
import { setBytes, sha256 } from "./set-content.ts";
import type { WorkingCopy } from "./set-copy.ts";
import { noCopy, readState, setText, stateName, withSet, type CopiedSet } from "./state.ts";

export interface CopyFolderOptions extends ServerOption {
  readonly copy?: string;
}

/** The working copy in a folder, or those of several cameras. */
export async function openCopies({ copy = ".", server }: CopyFolderOptions): Promise<readonly WorkingCopy[]> {
  const folders = (await cameraFolders(copy)) ?? [copy];
  const copies: WorkingCopy[] = [];
  for (const folder of folders) {
    const state = await readState(folder);
    if (state === undefined) throw noCopy(folder);
    copies.push({ connection: await connect(server ?? trustedServer(state.server)), folder, state });
  }
  return copies;
}

/** A copy of a dataset, or of each of its cameras, which may be there already. */
export async function openCopiesOf(
  reference: string,
  { copy, server }: CopyFolderOptions,
): Promise<readonly WorkingCopy[]> {
  const connection = await connect(server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const dataset = await connection.client.call("dataset.get", { id }, { signal: interrupted });
  const folder = copy ?? nameFor(dataset.name, id);
  if (dataset.type !== "multi") return [await openCopyAt(connection, dataset, folder)];
  if ((await readState(folder)) !== undefined)
    throw usageError(`${folder} is a working copy of one camera: name another folder with --copy.`);
  const copies: WorkingCopy[] = [];
  for (const camera of await copyCameras(connection, dataset, folder)) {
    const own = await connection.client.call("dataset.get", { id: camera.dataset }, { signal: interrupted });
    copies.push(await openCopyAt(connection, own, camera.folder));
  }
  return copies;
}

async function openCopyAt(connection: Connection, { id, name }: Dataset, folder: string): Promise<WorkingCopy> {
  const state = await readState(folder);
  if ((await cameraFolders(folder)) !== undefined)
    throw usageError(`${folder} is a working copy of several cameras: name another folder with --copy.`);
  if (state !== undefined && state.dataset !== id)
    throw usageError(
      `${folder} is a working copy of ${state.name} (${state.dataset}): name another folder with --copy.`,
    );
  if (state !== undefined) return { connection, folder, state };
  await makeFolder(folder).catch((error: unknown) => {
    throw fileError("write", folder, error);
  });
  return { connection, folder, state: { version: 1, server: connection.url, dataset: id, name, sets: [] } };
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
