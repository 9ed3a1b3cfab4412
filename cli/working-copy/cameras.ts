/**
 * A working copy of a dataset with several cameras: a folder with a working copy for each camera, and a file that names
 * them. Cameras are datasets of their own, so each is pulled and pushed by itself.
 */
import { join } from "node:path";
import type { Dataset } from "#schemas/wire";
import type { Connection } from "../base/connection/connection.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import { readWhole, writeOutput } from "../base/files/files.ts";
import { type ExitCode, fileError, systemErrorCode, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { isFatal, WorstExitCode } from "../base/process/worst-exit-code.ts";
import { io } from "../base/terminal/io.ts";
import { fail } from "../base/terminal/output.ts";
import { unlike } from "../../core-wasm/zip/safe-names.ts";
import { nameFor } from "./file-names.ts";

export const camerasName = ".wakeline-cameras.json";

interface CamerasState {
  readonly version: 1;
  readonly dataset: string;
  readonly name: string;
  /** Folder of each camera's copy, by camera. */
  readonly cameras: Readonly<Record<string, string>>;
}

export interface CameraCopy {
  readonly folder: string;
  /** The dataset that the camera is. */
  readonly dataset: string;
}

/** The cameras of a dataset, in their order, with a folder for each. */
export async function copyCameras(
  connection: Connection,
  dataset: Dataset,
  folder: string,
): Promise<readonly CameraCopy[]> {
  const { id, name } = dataset;
  const known = await readCameras(folder);
  if (known !== undefined && known.dataset !== id)
    throw usageError(
      `${folder} is a working copy of ${known.name} (${known.dataset}): name another folder with --copy.`,
    );
  const taken = new Set(Object.values(known?.cameras ?? {}).map((own) => own.toLowerCase()));
  const copies = (await camerasOf(connection, dataset)).map((one, index) => ({
    ...one,
    folder: known?.cameras[one.camera] ?? unlike(taken, nameFor(one.camera, `camera-${index + 1}`)),
  }));
  await makeFolder(folder).catch((error: unknown) => {
    throw fileError("write", folder, error);
  });
  const cameras = Object.fromEntries(copies.map((one) => [one.camera, one.folder]));
  const state: CamerasState = { version: 1, dataset: id, name, cameras };
  await writeOutput(join(folder, camerasName), new TextEncoder().encode(`${JSON.stringify(state, undefined, 2)}\n`));
  return copies.map((one) => ({ dataset: one.dataset, folder: join(folder, one.folder) }));
}

/** The datasets that the cameras of a dataset are, in their order. */
export async function camerasOf(
  { client }: Connection,
  { id, name, multiCamMedia }: Dataset,
): Promise<readonly { readonly camera: string; readonly dataset: string }[]> {
  const names = multiCamMedia?.cameraOrder ?? Object.keys(multiCamMedia?.cameras ?? {});
  const place = { parentType: "folder", parentId: id, limit: 0 } as const;
  const folders = await client.call("folder.list", place, { signal: interrupted });
  return names.map((camera) => {
    const dataset = folders.find((one) => one.name === camera)?._id;
    if (dataset === undefined)
      throw usageError(`the camera ${camera} of ${name} is not there, or you may not read it.`);
    return { camera, dataset };
  });
}

/** The folders of the cameras' copies; `undefined`: the folder is not a copy of several cameras. */
export async function cameraFolders(folder: string): Promise<readonly string[] | undefined> {
  const state = await readCameras(folder);
  return state && Object.values(state.cameras).map((own) => join(folder, own));
}

async function readCameras(folder: string): Promise<CamerasState | undefined> {
  const path = join(folder, camerasName);
  try {
    const state = JSON.parse(new TextDecoder().decode(await readWhole(path))) as Partial<CamerasState>;
    if (state.version === 1 && areFolders(state.cameras)) return state as CamerasState;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) throw fileError("read", path, error);
  }
  throw usageError(`${path} is not the list of cameras that a pull writes: get it back, or pull into another folder.`);
}

/** A folder inside the copy for each camera, and none for two of them. */
function areFolders(cameras: unknown): boolean {
  if (typeof cameras !== "object" || cameras === null) return false;
  const folders = Object.values(cameras) as unknown[];
  const isInside = (own: unknown): own is string =>
    typeof own === "string" && /^[^/\\:]+$/.test(own) && !/^\.+$/.test(own);
  return folders.every(isInside) && new Set(folders.map((own) => own.toLowerCase())).size === folders.length;
}

/** Works on each camera: a refusal for one does not stop the others, and the worst exit code counts. */
export async function forEachCamera<Copy>(copies: readonly Copy[], work: (copy: Copy) => Promise<void>): Promise<void> {
  const worst = new WorstExitCode();
  for (const copy of copies) {
    try {
      await work(copy);
      worst.recordExitCode(io().exitCode as ExitCode);
    } catch (error) {
      if (copies.length === 1) throw error;
      fail(worst.record(error).message);
      if (isFatal(error)) break;
    }
  }
  io().exitCode = worst.exitCode;
}
