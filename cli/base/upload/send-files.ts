/** Sends the files of a dataset, several at a time, and continues interrupted uploads. */

import type { ApiClient } from "#schemas/client";
import { uploadFile } from "#schemas/upload";
import { runKey, type UploadNote } from "#schemas/unfinished-upload";
import { CliError, ExitCode } from "../process/errors.ts";
import { fileContent, type FileSource } from "../annotations/file-content.ts";
import { interrupted } from "../process/interrupt.ts";
import { note, warn } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import type { PlannedFile } from "./planned-dataset.ts";

const maxParallelFiles = 5;
/** Smaller files are sent again completely. */
const resumedBytes = 16 * 1024 * 1024;

export interface SizedFile {
  readonly name: string;
  readonly content: FileSource;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Before anything is created on the server: checks that all files exist and none is empty. */
export async function measureFiles(files: readonly PlannedFile[]): Promise<SizedFile[]> {
  const measured: SizedFile[] = [];
  for (const { name, path, inspected } of files) {
    const { content: own, modifiedMs } = await fileContent(path);
    const content: FileSource = inspected?.bytes === undefined ? own : new Blob([inspected.bytes]);
    if (content.size === 0) throw new CliError(ExitCode.findings, `${path} is empty (0 bytes): nothing was uploaded.`);
    measured.push({ name, content, sizeBytes: content.size, modifiedMs });
  }
  return measured;
}

/**
 * Sends the missing parts: completely uploaded files are recognized by their names, partial ones by the note.
 *
 * @param run the server refuses files once another run has the dataset
 * @param keepsParts after a failure: the received parts of a file stay on the server
 */
export async function sendFiles(
  client: ApiClient,
  folderId: string,
  files: readonly SizedFile[],
  { mark, run, keepsParts }: { readonly mark: UploadNote; readonly run: string; readonly keepsParts: () => boolean },
): Promise<void> {
  const there = await itemsOf(client, folderId);
  const totalBytes = sum(files.map(({ sizeBytes }) => sizeBytes));
  const sentBytes = files.map(({ name, sizeBytes }) => (there.has(name.trim()) ? sizeBytes : 0));
  const progress = createProgress({ unit: "bytes" });
  // One failure stops the others.
  const failed = new AbortController();
  const signal = AbortSignal.any([interrupted, failed.signal]);
  let next = 0;
  /** Reported once for all files that wait at the same time. */
  let isWaiting = false;
  const setWaiting = (waits: boolean): void => {
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
      if (there.has(file.name.trim())) continue;
      const reportSent = (bytes: number): void => {
        sentBytes[index] = bytes;
        progress.update(file.name, sum(sentBytes), totalBytes);
      };
      file.content.onRead = reportSent;
      await uploadFile(client, { parentType: "folder", parentId: folderId, name: file.name }, file.content, {
        signal,
        folderWas: { [runKey]: run },
        resumes: mark.content.uploads[file.name],
        onBegin: async (uploadId) => {
          if (file.sizeBytes > resumedBytes)
            await mark.write({ uploads: { ...mark.content.uploads, [file.name]: uploadId } });
        },
        keepsAfter: keepsParts,
        onProgress: (bytes) => {
          setWaiting(false);
          reportSent(bytes);
        },
        onRetry: () => {
          if (file.content.failure !== undefined) throw file.content.failure;
          setWaiting(true);
        },
      });
    }
  };
  try {
    await Promise.all(
      Array.from({ length: Math.min(maxParallelFiles, files.length) }, () =>
        sendNext().catch((error: unknown) => {
          failed.abort(error);
          throw error;
        }),
      ),
    );
  } finally {
    progress.clear();
  }
  await removeDuplicates(client, folderId, files);
}

/** Names and ids of the items in a folder. */
async function itemsOf(client: ApiClient, folderId: string): Promise<Map<string, string>> {
  const items = await client.call("item.list", { folderId, limit: 0 }, { signal: interrupted });
  return new Map(items.map(({ name, _id }) => [name, _id]));
}

/** A page or command of an older version may have completed a file just after its successor had checked. */
async function removeDuplicates(client: ApiClient, folderId: string, files: readonly SizedFile[]): Promise<void> {
  const wanted = new Set(files.map(({ name }) => name.trim()));
  for (const [name, id] of await itemsOf(client, folderId)) {
    const original = / \(\d+\)$/.test(name) ? name.replace(/ \(\d+\)$/, "") : undefined;
    if (original === undefined || wanted.has(name) || !wanted.has(original)) continue;
    await client.call("item.delete", { id }, { signal: interrupted });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
