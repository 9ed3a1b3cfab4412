/** What the server has made of an archive: the folder itself is the dataset, or holds one for each folder of the archive. */

import { JobStatus } from "#schemas/wire";
import type { ApiClient } from "#schemas/client";
import { interrupted } from "./interrupt.ts";
import { jobFailure, waitForJob } from "./jobs.ts";
import { createProgress } from "./progress.ts";

export interface UnpackedDataset {
  readonly id: string;
  readonly name: string;
  readonly type: DatasetType;
  readonly isReady: boolean;
  /** Why it is not, as its job says. */
  readonly failures: readonly string[];
}

const datasetTypes = ["video", "image-sequence", "large-image", "multi"] as const;
export type DatasetType = (typeof datasetTypes)[number];

/** Waits for what is converted in them. */
export async function unpackedDatasets(client: ApiClient, folderId: string): Promise<UnpackedDataset[]> {
  const folder = await client.call("folder.get", { id: folderId }, { signal: interrupted });
  const inside = { parentType: "folder", parentId: folderId, limit: 0 } as const;
  const folders =
    typeOf(folder.meta) === undefined ? await client.call("folder.list", inside, { signal: interrupted }) : [folder];
  const jobs = await client.call("job.list", { limit: 0 }, { signal: interrupted });
  const datasets: UnpackedDataset[] = [];
  for (const { _id: id, name, meta } of folders) {
    const type = typeOf(meta);
    if (type === undefined) continue;
    const failures: string[] = [];
    for (const { _id: jobId, type: kind, dataset_id: datasetId } of jobs) {
      // The folder's own job has unpacked it, and is over.
      if (datasetId !== id || kind !== "convert") continue;
      const failure = await failureOf(client, jobId);
      if (failure !== undefined) failures.push(failure);
    }
    const { meta: now } = await client.call("folder.get", { id }, { signal: interrupted });
    datasets.push({ id, name, type, isReady: Boolean(now.annotate), failures });
  }
  return datasets;
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
