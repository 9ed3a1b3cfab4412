/**
 * Runs "Begin Import": creates a folder, a dataset in it per camera, then one dataset from all of them.
 *
 * After a failure it can be started again with a changed draft: unchanged cameras keep their uploaded files.
 */
import type { Folder, NewMultiCam } from "#schemas";
import { ApiError } from "#schemas/client";
import { uploadFile } from "#schemas/upload";
import { hasEnded, JobStatus } from "#schemas/job-status";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { isTruthyMeta } from "../../queries/places.ts";
import { createPendingUpload, toPendingFile } from "../upload/pending-upload.ts";
import type { PendingUpload, UploadFolder } from "../upload/pending-upload.ts";
import { discardUpload, runUpload } from "../upload/run-upload.ts";
import type { UploadedDataset } from "../upload/run-upload.ts";
import type { CameraDraft, Draft } from "./draft.ts";
import { toPayload } from "./payload.ts";
import { filesOf } from "./problems.ts";
import { sentTrackFile } from "./track-file.ts";

const pollMs = 1000;

/** Folders and items that an import has created on the server so far. */
export class ImportRun {
  readonly abort = new AbortController();
  readonly #parent: UploadFolder;
  /** Set when the request is sent: even if nothing waits for the answer, the folder may exist. */
  #folder: Promise<string> | undefined;
  #name = "";
  #fps = -1;
  /** Keyed by identity: an edited camera is a new object without an upload. */
  readonly #uploads = new Map<CameraDraft, PendingUpload>();
  #calibration: { readonly file: File; readonly itemId: string } | undefined;

  constructor(parent: UploadFolder) {
    this.#parent = parent;
  }

  /**
   * Resolves to the dataset and its warnings, or rejects with the error that stopped the import; calls
   * `showUploads` with the uploads that are about to start.
   */
  async begin(draft: Draft, showUploads: (uploads: ReadonlyMap<CameraDraft, PendingUpload>) => void) {
    const { signal } = this.abort;
    const folderId = await this.#requireFolder(draft.name.trim());
    await this.#forgetChanged(draft);
    for (const camera of draft.cameras) {
      if (this.#uploads.has(camera)) continue;
      this.#uploads.set(camera, this.#toUpload(camera, await sentTrackFile(camera), draft, folderId));
    }
    showUploads(new Map(draft.cameras.flatMap((camera) => this.#entryOf(camera))));
    const cameras = new Map<string, UploadedDataset>();
    for (const camera of draft.cameras) {
      const upload = this.#uploads.get(camera);
      const [dataset] = upload === undefined ? [] : await uploadCamera(upload);
      if (dataset !== undefined) cameras.set(camera.name, dataset);
    }
    for (const [name, dataset] of cameras) await conversion(name, dataset, signal);
    const calibrationFileId = await this.#sendCalibration(toPayload(draft).calibrationFile, folderId);
    const body = { ...newMultiCam(draft, cameras), ...(calibrationFileId === undefined ? {} : { calibrationFileId }) };
    const folder = await api.call("dataset.createMultiCam", { parentFolderId: folderId, body });
    const warnings = [
      ...[...cameras].flatMap(([name, { reply }]) => (reply.warnings ?? []).map((one) => `${name}: ${one}`)),
      ...(folder.importWarnings ?? []),
    ];
    return { folder: folder as Folder, warnings };
  }

  /** Deletes everything the import has created. */
  async discard(): Promise<void> {
    this.abort.abort();
    for (const upload of this.#uploads.values()) upload.abort.abort();
    const id = await this.#folder?.catch(() => undefined);
    if (id !== undefined) await api.call("folder.delete", { id });
  }

  #entryOf(camera: CameraDraft): [CameraDraft, PendingUpload][] {
    const upload = this.#uploads.get(camera);
    return upload === undefined ? [] : [[camera, upload]];
  }

  async #requireFolder(name: string): Promise<string> {
    if (this.#folder === undefined) {
      const target = { parentType: "folder", parentId: this.#parent.id, name } as const;
      this.#folder = api.call("folder.create", target).then(({ _id }) => _id);
      this.#name = name;
    }
    try {
      const id = await this.#folder;
      if (this.#name !== name) await api.call("folder.update", { id, name });
      this.#name = name;
      return id;
    } catch (error) {
      // The name is taken: try the next one.
      if (this.#name === name) this.#folder = undefined;
      throw error;
    }
  }

  async #forgetChanged({ cameras, fps }: Draft): Promise<void> {
    for (const [camera, upload] of this.#uploads) {
      if (cameras.includes(camera) && fps === this.#fps) continue;
      await discardUpload(upload);
      this.#uploads.delete(camera);
    }
    this.#fps = fps;
  }

  #toUpload(camera: CameraDraft, trackFile: File | undefined, draft: Draft, folderId: string): PendingUpload {
    const upload = createPendingUpload({ id: folderId, name: draft.name }, camera.name);
    const media = filesOf(camera).map(toPendingFile);
    upload.type.value = camera.media?.type ?? "image-sequence";
    upload.fps.value = draft.fps;
    upload.mediaList.value = media.map(({ file }) => file.name);
    upload.annotationFile.value = trackFile;
    upload.files.value = trackFile === undefined ? media : [...media, toPendingFile(trackFile)];
    // The dialog has checked them.
    upload.dispatch({ type: "checked" });
    return upload;
  }

  async #sendCalibration(file: File | undefined, parentId: string): Promise<string | undefined> {
    if (file === undefined) return undefined;
    if (this.#calibration?.file === file) return this.#calibration.itemId;
    if (this.#calibration !== undefined) await api.call("item.delete", { id: this.#calibration.itemId });
    this.#calibration = undefined;
    const target = { parentType: "folder", parentId, name: file.name } as const;
    const { itemId } = await uploadFile(api, target, file, { signal: this.abort.signal });
    this.#calibration = { file, itemId };
    return itemId;
  }
}

/** A camera whose upload failed waits for its turn in the next attempt. */
async function uploadCamera(upload: PendingUpload): Promise<readonly UploadedDataset[]> {
  try {
    return await runUpload(upload);
  } catch (error) {
    upload.dispatch({ type: "failed", error: errorText(error) });
    throw error;
  }
}

function newMultiCam(draft: Draft, datasets: ReadonlyMap<string, UploadedDataset>): NewMultiCam {
  const payload = toPayload(draft);
  const names = Object.keys("globList" in payload ? payload.globList : payload.sourceList);
  const cameras = names.map((name) => [name, { folderId: datasets.get(name)?.folderId ?? "", type: payload.type }]);
  const clocks = names.map((name) => [name, { offset: 0 }] as const);
  return {
    name: draft.name.trim(),
    // Use the rate of the cameras.
    fps: -1,
    type: payload.type,
    subType: draft.subType,
    defaultDisplay: payload.defaultDisplay,
    cameras: Object.fromEntries(cameras) as NewMultiCam["cameras"],
    cameraOrder: names,
    ...(draft.alignment === undefined
      ? {}
      : { timeAlignment: { mode: draft.alignment, cameras: Object.fromEntries(clocks) } }),
  };
}

/** Videos that browsers cannot play are converted before the server combines the cameras. */
async function conversion(camera: string, { reply, folderId }: UploadedDataset, signal: AbortSignal): Promise<void> {
  for (const id of reply.job_ids) {
    while (true) {
      signal.throwIfAborted();
      const job = await api.call("job.get", { id }, { signal });
      if (job.status === JobStatus.success) break;
      if (hasEnded(job)) {
        throw new Error(t("multicam.error.conversion", { camera, reason: job.log?.at(-1)?.trim() ?? "" }));
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
  const folder = reply.job_ids.length === 0 ? reply.folder : await api.call("folder.get", { id: folderId }, { signal });
  if (!isTruthyMeta(folder.meta.annotate)) throw new Error(t("multicam.error.notDataset", { camera }));
}

/** The root cause of a failure: it says more than the error of a step. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
}
