/**
 * The result of an archive on the server: the folder itself is the dataset, or contains one for each folder of the
 * archive.
 */

import { type Folder, JobStatus } from "#schemas/wire";
import type { ApiClient } from "#schemas/client";
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";
import { mediaProblemTexts } from "#schemas/media-problems";
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
  /** Of media that can be shown nevertheless, also those of its cameras. */
  readonly problems: readonly string[];
  /** Entries about files that are not shown as they were in the archive. */
  readonly entries: readonly MediaEntry[];
}

const datasetTypes = ["video", "image-sequence", "large-image", "multi"] as const;
export type DatasetType = (typeof datasetTypes)[number];

/** Waits for conversions, and for what follows from them: the cameras of a rig are joined last. */
export async function unpackedDatasets(client: ApiClient, folderId: string): Promise<UnpackedDataset[]> {
  const failures = await endOfJobs(client, folderId);
  const root = await client.call("folder.get", { id: folderId }, { signal: interrupted });
  const unpacked: UnpackedDataset[] = [];
  // A rig whose cameras are not joined yet has no type: its cameras are listed.
  const add = async (folder: Folder, depth: number): Promise<void> => {
    const type = typeOf(folder.meta);
    const inside = depth > 0 && (type === undefined || type === "multi") ? await foldersIn(client, folder._id) : [];
    if (type === undefined) {
      for (const one of inside) await add(one, depth - 1);
      return;
    }
    const { _id: id, name, meta } = folder;
    unpacked.push({
      id,
      name,
      type,
      isReady: Boolean(meta.annotate),
      failures: failures.get(id) ?? [],
      problems: [folder, ...inside].flatMap((one) => mediaProblemTexts(one.meta)),
      entries: [folder, ...inside].flatMap((one) => mediaLedgerOf(one.meta)),
    });
  };
  await add(root, 2);
  return unpacked;
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
