/** One dataset of an upload: the folder, its files, and what the server makes of them. All of it or nothing stays. */

import { JobStatus } from "#schemas/wire";
import { ApiError } from "#schemas/client";
import type { ApiClient } from "#schemas/client";
import { uploadFile } from "#schemas/upload";
import type { UploadContent } from "#schemas/upload";
import { CliError, ExitCode, usageError } from "./errors.ts";
import { fileContent } from "./file-content.ts";
import { interrupted } from "./interrupt.ts";
import { jobFailure, waitForJob } from "./jobs.ts";
import { postprocess } from "./postprocess.ts";
import { note, warn } from "./output.ts";
import { createProgress } from "./progress.ts";
import type { PlannedDataset, PlannedFile } from "./upload-plan.ts";

export interface UploadedDataset {
  readonly id: string;
  readonly name: string;
  readonly warnings: readonly string[];
  readonly jobIds: readonly string[];
  /** False while the server prepares the media, or when it cannot. */
  readonly isReady: boolean;
}

interface UploadSettings {
  readonly parentId: string;
  /** Annotation frame rate; -1 is that of the media. */
  readonly fps: number;
  /** Wait until the server has prepared the media. */
  readonly waits: boolean;
}

const filesAtOnce = 3;
/** Smaller than the browser's: progress is seen and less is sent twice after a cut. */
const chunkBytes = 16 * 1024 * 1024;

export async function uploadDataset(
  client: ApiClient,
  dataset: PlannedDataset,
  settings: UploadSettings,
): Promise<UploadedDataset> {
  const files = await measureFiles(dataset.files);
  const id = await createFolder(client, dataset, settings);
  try {
    await sendFiles(client, id, files);
    const { warnings, job_ids: jobIds } = await postprocess(client, `"${dataset.name}" was not made`, {
      id,
      skipTranscoding: true,
    });
    if (settings.waits) for (const jobId of jobIds) await requireJob(client, jobId, dataset);
    const { meta } = await client.call("folder.get", { id }, { signal: interrupted });
    return { id, name: dataset.name, warnings, jobIds, isReady: Boolean(meta.annotate) };
  } catch (error) {
    await removeFolder(client, id, dataset);
    throw error;
  }
}

async function createFolder(client: ApiClient, dataset: PlannedDataset, settings: UploadSettings): Promise<string> {
  try {
    const metadata = { type: dataset.type, fps: settings.fps };
    const parameters = { parentType: "folder", parentId: settings.parentId, name: dataset.name, metadata } as const;
    return (await client.call("folder.create", parameters, { signal: interrupted }))._id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && error.reply?.field === "name") {
      throw usageError(`"${dataset.name}": ${error.message} Choose another name with --name.`, error);
    }
    throw error;
  }
}

interface SizedFile {
  readonly name: string;
  readonly content: UploadContent;
}

/** Before anything is made on the server: all files are there, and none is empty. */
async function measureFiles(files: readonly PlannedFile[]): Promise<SizedFile[]> {
  const measured: SizedFile[] = [];
  for (const { name, path } of files) {
    const content = await fileContent(path);
    if (content.size === 0) throw new CliError(ExitCode.findings, `${path} is empty (0 bytes): nothing was uploaded.`);
    measured.push({ name, content });
  }
  return measured;
}

async function sendFiles(client: ApiClient, folderId: string, files: readonly SizedFile[]): Promise<void> {
  const totalBytes = sum(files.map(({ content }) => content.size));
  const sentBytes = files.map(() => 0);
  const progress = createProgress({ unit: "bytes" });
  // One failure stops the others.
  const failed = new AbortController();
  const signal = AbortSignal.any([interrupted, failed.signal]);
  let next = 0;
  /** Said once for all files that wait at the same time. */
  let isWaiting = false;
  const tellWaiting = (waits: boolean): void => {
    if (waits === isWaiting) return;
    isWaiting = waits;
    progress.clear();
    if (waits) warn("the server does not answer: trying again for about a minute.");
    else note("The server answers again, the upload goes on.");
  };
  const sendNext = async (): Promise<void> => {
    for (let index = next++; index < files.length; index = next++) {
      const file = files[index];
      if (file === undefined) return;
      await uploadFile(client, { parentType: "folder", parentId: folderId, name: file.name }, file.content, {
        signal,
        chunkBytes,
        onProgress: (bytes) => {
          tellWaiting(false);
          sentBytes[index] = bytes;
          progress.update(file.name, sum(sentBytes), totalBytes);
        },
        onRetry: () => tellWaiting(true),
      });
    }
  };
  try {
    await Promise.all(
      Array.from({ length: Math.min(filesAtOnce, files.length) }, () =>
        sendNext().catch((error: unknown) => {
          failed.abort(error);
          throw error;
        }),
      ),
    );
  } finally {
    progress.clear();
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function requireJob(client: ApiClient, id: string, dataset: PlannedDataset): Promise<void> {
  const progress = createProgress({ unit: "steps" });
  try {
    const job = await waitForJob(client, id, progress);
    if (job.status !== JobStatus.success) {
      throw new CliError(
        ExitCode.findings,
        `"${dataset.name}" was not made: the server could not prepare the media (${jobFailure(job)}).`,
      );
    }
  } finally {
    progress.clear();
  }
}

/** Takes the half-made dataset away, so that the same name is free for the next try. Works after Ctrl-C as well. */
async function removeFolder(client: ApiClient, id: string, dataset: PlannedDataset): Promise<void> {
  try {
    await client.call("folder.delete", { id });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`the half-made dataset "${dataset.name}" (${id}) could not be removed: ${reason}`);
  }
}
