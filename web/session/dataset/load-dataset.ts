/** Loads a dataset's metadata and media, with those of its cameras, and whether the user may write all of them. */

import { ApiError, type ApiClient } from "#schemas/client";
import type { Folder } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { DatasetError, noCameras, toCameraInfo, toDatasetInfo, type DatasetInfo } from "./dataset.ts";

export interface DatasetRequest {
  readonly client: ApiClient;
  readonly datasetId: string;
  readonly signal?: AbortSignal;
}

export interface LoadedDataset {
  readonly dataset: DatasetInfo;
  readonly isWritable: boolean;
}

/** Throws `DatasetError` with a message for users where the folder is not a dataset that can be opened. */
export async function loadDataset({ client, datasetId, signal }: DatasetRequest): Promise<LoadedDataset> {
  const options = signal && { signal };
  const [dataset, media, folder] = await Promise.all([
    client.call("dataset.get", { id: datasetId }, options),
    client.call("dataset.media", { id: datasetId }, options),
    client.call("folder.get", { id: datasetId }, options),
  ]).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    // The folder is not a dataset.
    if (error.status === 404) throw new DatasetError("Dataset not a valid folder");
    throw error.code === "cameras-unnamed" ? new DatasetError(noCameras) : error;
  });
  if (dataset.type !== "multi") return { dataset: toDatasetInfo(dataset, media), isWritable: canWrite(folder) };
  const { cameraOrder = [] } = dataset.multiCamMedia ?? {};
  const parts = await Promise.all(
    camerasOf(folder, cameraOrder).map(async ({ name, id }) => {
      const [own, ownMedia, ownFolder] = await Promise.all([
        client.call("dataset.get", { id }, options),
        client.call("dataset.media", { id }, options),
        client.call("folder.get", { id }, options),
      ]);
      return { camera: toCameraInfo(name, own, ownMedia), isWritable: canWrite(ownFolder) };
    }),
  );
  const cameras = parts.map(({ camera }) => camera);
  return {
    dataset: toDatasetInfo(dataset, media, cameras),
    isWritable: canWrite(folder) && parts.every(({ isWritable }) => isWritable),
  };
}

/** The datasets of the cameras. */
function camerasOf({ meta }: Folder, order: readonly string[]): { readonly name: string; readonly id: string }[] {
  const { cameras = {} } = (meta["multiCam"] ?? {}) as { cameras?: Record<string, { folderId?: string }> };
  return order.flatMap((name) => {
    const id = Object.hasOwn(cameras, name) ? cameras[name]?.folderId : undefined;
    return id === undefined ? [] : [{ name, id }];
  });
}

/** 1 is write access. */
function canWrite({ _accessLevel }: Folder): boolean {
  return _accessLevel >= AccessLevel.write;
}
