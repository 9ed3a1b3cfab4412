/**
 * The result of an archive on the server: the folder itself is the dataset, or contains one for each folder of the
 * archive.
 */

import { type Folder, JobStatus } from "#schemas/wire";
import type { ApiClient } from "#schemas/client";
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";
import { interrupted } from "../process/interrupt.ts";
import { jobFailure, waitForJob } from "../jobs/jobs.ts";
import { createProgress } from "../terminal/progress.ts";

export interface UnpackedDataset {
  readonly id: string;
  readonly name: string;
  readonly type: DatasetType;
  readonly isReady: boolean;
  /** Why it is not, according to its job. */
  readonly failures: readonly string[];
  /** Entries about files that are not shown as they were in the archive. */
  readonly entries: readonly MediaEntry[];
}

const datasetTypes = ["video", "image-sequence", "large-image", "multi"] as const;
export type DatasetType = (typeof datasetTypes)[number];

/** Waits for conversions, and for what follows from them: the cameras of a rig are joined last. */
export async function unpackedDatasets(client: ApiClient, folderId: string): Promise<UnpackedDataset[]> {
  const failures = await endOfJobs(client, folderId);
  const folder = await client.call("folder.get", { id: folderId }, { signal: interrupted });
  const folders = typeOf(folder.meta) === undefined ? await foldersIn(client, folderId) : [folder];
  return folders.flatMap(({ _id: id, name, meta }) => {
    const type = typeOf(meta);
    const reasons = failures.get(id) ?? [];
    return type === undefined
      ? []
      : [{ id, name, type, isReady: Boolean(meta.annotate), failures: reasons, entries: mediaLedgerOf(meta) }];
  });
}

/** @returns why jobs have failed, by the folder that they work on */
async function endOfJobs(client: ApiClient, folderId: string): Promise<Map<string, string[]>> {
  const failures = new Map<string, string[]>();
  const seen = new Set<string>();
  while (true) {
    const inside = await foldersIn(client, folderId);
    const cameras = await Promise.all(inside.map(({ _id: id }) => foldersIn(client, id)));
    const ids = new Set([folderId, ...[inside, ...cameras].flat().map(({ _id: id }) => id)]);
    const jobs = await client.call("job.list", { limit: 0, types: ["convert"] }, { signal: interrupted });
    const further = jobs.filter(({ _id: id, dataset_id: of }) => !seen.has(id) && of != null && ids.has(of));
    if (further.length === 0) return failures;
    for (const { _id: id, dataset_id: of } of further) {
      seen.add(id);
      const failure = await failureOf(client, id);
      if (of != null && failure !== undefined) failures.set(of, [...(failures.get(of) ?? []), failure]);
    }
  }
}

async function foldersIn(client: ApiClient, parentId: string): Promise<Folder[]> {
  return await client.call("folder.list", { parentType: "folder", parentId, limit: 0 }, { signal: interrupted });
}

async function failureOf(client: ApiClient, jobId: string): Promise<string | undefined> {
  const progress = createProgress({ unit: "steps" });
  try {
    const job = await waitForJob(client, jobId, progress);
    return job.status === JobStatus.success ? undefined : jobFailure(job);
  } finally {
    progress.clear();
  }
}

const typeOf = ({ type }: { readonly type?: unknown }): DatasetType | undefined =>
  datasetTypes.find((one) => one === type);
