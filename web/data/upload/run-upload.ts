/**
 * The steps of an upload after "Start": it creates the folder, sends the files, and has the server make a dataset of
 * them.
 *
 * After a failure it can be started again and resumes where it stopped: existing folders and uploaded files are kept,
 * except those that the user has changed or left out meanwhile (`upload-places.ts`). This also works after the page was
 * closed, when the user picks the same files again: a note on the folder identifies them. A lost connection is not a
 * failure; the upload retries until the user aborts.
 */
import { ApiError } from "#schemas/client";
import {
  fingerprintOf,
  isBeingRemoved,
  isOvertaken,
  readState,
  runKey,
  takeRun,
  unfinishedKey,
  unfinishedUploadOf,
  UploadNote,
} from "#schemas/unfinished-upload";
import { retryWaitsMs, uploadChunkBytes, uploadFile, wait } from "#schemas/upload";
import type { PostprocessReply } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { createUploadClient } from "../../api/upload-transport.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { alertDialog } from "../../ui/dialogs/confirm.tsx";
import { datasetNames } from "./dataset-names.ts";
import { fpsToSend, toPendingFile } from "./pending-upload.ts";
import type { PendingFile, PendingUpload, UploadPlace } from "./pending-upload.ts";
import { adjustPlaces, discardPlace, factsOf, type Part } from "./upload-places.ts";
import { sentOf } from "./upload-stage.ts";

const parallelFiles = 5;
/** Uploads of files from this size on are recorded, so that their pieces are not sent again. */
const notedBytes = 8 * 1024 * 1024;
/** After the growing pauses of the shared client: one attempt every half minute, for a day. */
const waitsMs: readonly number[] = [...retryWaitsMs, ...Array.from({ length: 2880 }, () => 30_000)];

export interface UploadedDataset {
  readonly folderId: string;
  readonly name: string;
  readonly reply: PostprocessReply;
}

/** The folder could not be created, so nothing was sent. */
export class FolderError extends Error {}
/** Files that were uploaded, but of which the server could not make a dataset. */
interface RefusedPart {
  readonly name: string;
  readonly message: string;
}

/** Everything was uploaded, but some of it could not become a dataset. */
export class PostprocessError extends Error {
  readonly refused: readonly RefusedPart[];
  /** The others. */
  readonly datasets: readonly UploadedDataset[];

  constructor(refused: readonly RefusedPart[], datasets: readonly UploadedDataset[]) {
    super(refused.map(({ message }) => message).join("\n"));
    this.refused = refused;
    this.datasets = datasets;
  }
}

/** Resolves to the created datasets. Throws `FolderError`, `PostprocessError`, `ApiError`, or the abort's reason. */
export async function runUpload(upload: PendingUpload): Promise<readonly UploadedDataset[]> {
  const { signal } = upload.abort;
  upload.dispatch({ type: "started" });
  if (upload.convertsHere.peek()) await convertFiles(upload);
  const parts = partsOf(upload);
  const kept: string[] = [];
  await untilReachable(upload, () => adjustPlaces(upload, parts, kept));
  if (kept.length > 0)
    void alertDialog({ title: t("upload.title"), text: kept.map((name) => t("upload.error.kept", { name })) });
  const all = parts.flatMap((part) => part.files);
  upload.dispatch({
    type: "prepared",
    bytes: all.reduce((sum, file) => sum + file.progress.current, 0),
    filesLeft: all.filter((file) => file.status !== "done").length,
  });

  const datasets: UploadedDataset[] = [];
  const refused: RefusedPart[] = [];
  for (const part of parts) {
    signal.throwIfAborted();
    upload.dispatch({ type: "creating" });
    const place = await folderOf(upload, part);
    const { id: folderId, note, goesOn } = place;
    signal.throwIfAborted();
    upload.dispatch({ type: "folderReady", goesOn });
    if (note.content.isSent !== true) {
      try {
        if (goesOn) await skipUploaded(upload, part.files, place);
        await sendFiles(upload, part.files, place);
        await untilReachable(upload, () => note.write({ isSent: true, uploads: {} }));
      } catch (error) {
        if (!(await isOvertaken(api, folderId, upload.id, error))) throw error;
        // Started again, it takes the dataset back.
        upload.folders.delete(part.key);
        throw new Error(t("upload.error.overtaken", { name: part.name }), { cause: error });
      }
    }
    upload.dispatch({ type: "filesSent" });
    const reply = await postprocess(upload, folderId);
    if (reply instanceof ApiError) {
      refused.push({ name: part.name, message: reply.message });
      continue;
    }
    place.isDataset = true;
    try {
      await untilReachable(upload, () => note.remove());
    } catch (error) {
      // Then the other run removes its own note.
      if (!(await isOvertaken(api, folderId, upload.id, error))) throw error;
    }
    datasets.push({ folderId, name: part.name, reply });
  }
  if (refused.length > 0) throw new PostprocessError(refused, datasets);
  return datasets;
}

/** Replaces unplayable videos by converted ones. Converted files are kept when the upload is started again. */
async function convertFiles(upload: PendingUpload): Promise<void> {
  for (const file of upload.unplayable.peek()) {
    const show = (share: number) => upload.dispatch({ type: "converting", name: file.name, share });
    show(0);
    try {
      const { convertVideo } = await import("./conversion/convert-video.ts");
      const converted = await convertVideo(file, { signal: upload.abort.signal, onProgress: show });
      upload.files.value = upload.files.peek().map((one) => (one.file === file ? toPendingFile(converted) : one));
      upload.unplayable.value = upload.unplayable.peek().filter((one) => one !== file);
    } catch (error) {
      upload.abort.signal.throwIfAborted();
      throw new Error(t("upload.convert.failed", { name: file.name, reason: errorText(error) }), { cause: error });
    }
  }
}

/**
 * Deletes what an aborted upload has created on the server, or is about to create.
 *
 * @returns names of datasets that stay, because others began or continue them
 */
export async function discardUpload(upload: PendingUpload): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const creation of [...upload.folders.values()]) {
    const place = await creation.catch(() => undefined);
    if (place !== undefined && !(await discardPlace(upload, place))) kept.push(place.name);
  }
  upload.folders.clear();
  return kept;
}

/** The folder of a part: the existing one, or a new one. If creating it failed, the next call tries again. */
async function folderOf(upload: PendingUpload, part: Part): Promise<UploadPlace> {
  const { key } = part;
  const creation = upload.folders.get(key) ?? createFolder(upload, part);
  upload.folders.set(key, creation);
  try {
    return await creation;
  } catch (error) {
    upload.folders.delete(key);
    throw error;
  }
}

function partsOf(upload: PendingUpload): readonly Part[] {
  const files = upload.files.peek();
  const fps = fpsToSend(upload.type.peek(), upload.fps.peek());
  if (!upload.createSubFolders.peek()) return [{ key: "only", name: upload.name.peek().trim(), fps, files }];
  const names = datasetNames(files.map(({ file }) => file.name));
  return files.map((file, index) => ({ key: file.file, name: names[index] ?? file.file.name, fps, files: [file] }));
}

async function createFolder(upload: PendingUpload, { name, fps, files }: Part): Promise<UploadPlace> {
  const type = upload.type.peek();
  const begun = { fingerprint: fingerprintOf(type, factsOf(files)), uploads: {} };
  const placeOf = (id: string, goesOn: boolean, content = begun): UploadPlace => ({
    id,
    goesOn,
    note: new UploadNote(api, id, upload.id, content, upload.abort.signal),
    name,
    fps,
    files: files.map(({ file }) => file),
    arrived: new Set(),
    isDataset: false,
  });
  try {
    // Not aborted with the rest: the server may still process an aborted request, and the folder's id would be unknown.
    const folder = await api.call("folder.create", {
      parentType: "folder",
      parentId: upload.parent.id,
      name,
      metadata: { fps, type, [runKey]: upload.id, [unfinishedKey]: begun },
    });
    return placeOf(folder._id, false);
  } catch (error) {
    const place = { parentType: "folder", parentId: upload.parent.id, name } as const;
    const isTaken = error instanceof ApiError && error.status === 400 && error.reply?.field === "name";
    const [folder] = isTaken ? await api.call("folder.list", place) : [];
    const unfinished = folder && unfinishedUploadOf(folder);
    const isSame = unfinished?.fingerprint === begun.fingerprint;
    const isFree =
      folder !== undefined && isSame && (!isBeingRemoved(folder) || !(await readState(api, folder._id)).hasSender);
    if (isFree && (await takeRun(api, folder, upload.id))) return placeOf(folder._id, true, unfinished);
    if (error instanceof ApiError) throw new FolderError(error.message, { cause: error });
    throw error;
  }
}

/** Takes over the note, and skips files that an earlier page has uploaded. */
async function skipUploaded(
  upload: PendingUpload,
  files: readonly PendingFile[],
  { id: folderId, note, arrived }: UploadPlace,
): Promise<void> {
  // The page sends from now on: a command line that began this upload has noted that it stopped.
  await untilReachable(upload, () => note.write({}));
  const there = await untilReachable(upload, () => api.call("item.list", { folderId, limit: 0 }));
  const names = new Set(there.map(({ name }) => name));
  for (const file of files) {
    if (file.status === "done" || !names.has(file.file.name.trim())) continue;
    file.status = "done";
    arrived.add(file.file);
    upload.dispatch({ type: "fileDone" });
    upload.dispatch({ type: "progressed", bytes: file.progress.size - file.progress.current });
    file.progress.current = file.progress.size;
  }
}

async function sendFiles(upload: PendingUpload, files: readonly PendingFile[], place: UploadPlace): Promise<void> {
  const waiting = files.filter((file) => file.status !== "done");
  const failures: unknown[] = [];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined && failures.length === 0; file = waiting.shift()) {
      try {
        await sendFile(upload, file, place);
        file.status = "done";
        place.arrived.add(file.file);
        upload.dispatch({ type: "fileDone" });
      } catch (error) {
        file.status = "error";
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: parallelFiles }, worker));
  if (failures.length > 0) throw failures[0];
}

async function sendFile(
  upload: PendingUpload,
  pending: PendingFile,
  { id: folderId, note }: UploadPlace,
): Promise<void> {
  let arrived = 0;
  const show = (current: number) => {
    const bytes = current - pending.progress.current;
    pending.progress.current = current;
    upload.rate.add(sentOf(upload.stage.peek()).bytes + bytes, performance.now());
    upload.dispatch({ type: "progressed", bytes, bytesPerSecond: upload.rate.bytesPerSecond() });
  };
  const client = createUploadClient((inFlight) => show(Math.min(pending.file.size, arrived + inFlight)));
  show(0);
  const target = { parentType: "folder", parentId: folderId, name: pending.file.name } as const;
  const send = () =>
    uploadFile(client, target, pending.file, {
      signal: upload.abort.signal,
      folderWas: { [runKey]: upload.id },
      chunkBytes: uploadChunkBytes,
      retryWaitsMs: waitsMs,
      resumes: note.content.uploads[pending.file.name],
      onBegin: async (id) => {
        if (pending.file.size >= notedBytes)
          await note.write({ uploads: { ...note.content.uploads, [pending.file.name]: id } });
      },
      keepsAfter: () => !upload.abort.signal.aborted,
      onProgress: (bytes) => {
        arrived = bytes;
        upload.dispatch({ type: "connectionBack" });
        show(bytes);
      },
      onRetry: (_, waitMs) => showWait(upload, waitMs),
    });
  await untilReachable(upload, send);
}

/** Repeats an idempotent call until the server answers. */
async function untilReachable<T>(upload: PendingUpload, call: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      const result = await call();
      upload.dispatch({ type: "connectionBack" });
      return result;
    } catch (error) {
      if (!(error instanceof ApiError && error.isUnanswered)) throw error;
    }
    showWait(upload, waitMs);
    await wait(waitMs, upload.abort.signal);
  }
  return call();
}

function showWait(upload: PendingUpload, waitMs: number): void {
  upload.rate.reset();
  upload.dispatch({ type: "connectionLost", waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Resolves to the error if the server refuses. */
async function postprocess(upload: PendingUpload, id: string): Promise<PostprocessReply | ApiError> {
  try {
    // The server skips files that were already imported, so a lost response is harmless.
    return await untilReachable(upload, () =>
      api.call(
        "rpc.postprocess",
        { id, skipTranscoding: upload.skipTranscoding.peek() },
        { signal: upload.abort.signal },
      ),
    );
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
