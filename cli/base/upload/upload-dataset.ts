/**
 * One dataset of an upload: the folder, its files, and their processing on the server. If the server refuses it or the
 * user stops it, it is removed by the run that made it; after an interruption it stays, with a note that lets the same
 * command continue.
 */

import { randomUUID } from "node:crypto";
import { JobStatus } from "#schemas/wire";
import { ApiError } from "#schemas/client";
import type { ApiClient } from "#schemas/client";
import {
  fingerprintOf,
  isBeingRemoved,
  isOvertaken,
  mayRemove,
  readState,
  runKey,
  takeRun,
  unfinishedKey,
  unfinishedUploadOf,
  uploadedFingerprintOf,
  UploadNote,
} from "#schemas/unfinished-upload";
import { wait } from "#schemas/upload";
import type { Folder } from "#schemas/wire";
import { CliError, ExitCode, usageError } from "../process/errors.ts";
import { interrupted, isStoppedByUser } from "../process/interrupt.ts";
import { jobFailure, waitForJob } from "../jobs/jobs.ts";
import { note, warn } from "../terminal/output.ts";
import { postprocess } from "./postprocess.ts";
import { createProgress } from "../terminal/progress.ts";
import { measureFiles, sendFiles, type SizedFile } from "./send-files.ts";
import { removeUnfinished } from "./unfinished-upload.ts";
import { releaseNote, renewNote } from "./upload-sender.ts";
import { readUploaded, type UploadedDataset } from "./uploaded-dataset.ts";
import type { KnownUpload } from "./known-uploads.ts";
import { printable } from "../terminal/terminal.ts";
import type { PlannedDataset } from "./planned-dataset.ts";

export interface UploadSettings {
  /** Called when the dataset is to be made: the folders above it may be missing. */
  readonly parentId: () => Promise<string>;
  /** Annotation frame rate; -1 is that of the media. */
  readonly fps: number;
  /** Wait until the server has prepared the media. */
  readonly waits: boolean;
  /** Skips datasets that already exist. */
  readonly skipsExisting: boolean;
  /** The dataset of an earlier run that has these files, but not this place. */
  readonly findKnown?: ((fingerprint: string, run: string) => Promise<KnownUpload | undefined>) | undefined;
  /** Advice for a name that is taken. */
  readonly otherName?: string;
}

/** Advice for a name that is taken, by the way in which names are given. */
export const otherNames = {
  ofOne: "choose another name with --name",
  inPlan: "choose another folder with --into, or another name in a plan (--plan --json)",
  inPlace: "choose another folder with --to",
} as const;

export const sentence = (advice: string): string => `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;

/** @throws CliError, ApiError; if the upload can be continued, the message says how */
export async function uploadDataset(
  client: ApiClient,
  dataset: PlannedDataset,
  settings: UploadSettings,
): Promise<UploadedDataset> {
  const files = await measureFiles(dataset.files);
  const fingerprint = fingerprintOf(dataset.type, files);
  const run = randomUUID();
  const known = await settings.findKnown?.(fingerprint, run);
  if (known?.isFinished === true && settings.skipsExisting) {
    const found = { id: known.id, warnings: [], jobIds: [], entries: [], isReady: true };
    return { ...found, isSkipped: true, foundAt: known.place.join("/") };
  }
  const parentId = await settings.parentId();
  if (known?.isFinished === false) await takeOver(client, known, dataset, { parentId, run });
  const opening = { ...settings, parentId, run, fingerprint };
  let opened = await openFolder(client, dataset, opening);
  while (true) {
    const made = await sendDataset(client, dataset, { ...settings, files, run, fingerprint, opened });
    if (made !== undefined) return made;
    note(printable(`Another run continues "${dataset.name}": waiting for it.`));
    const { _id: id } = opened.folder;
    const folder = await waitForOtherRun(client, dataset, { id, run, fingerprint });
    if (unfinishedUploadOf(folder) === undefined) {
      const isUnpacked = settings.waits && dataset.type === "zip";
      const found = { warnings: [], jobIds: [], jobMessages: [], isContinued: true, isUnpacked } as const;
      return { ...(await readUploaded(client, id, found)), isByOther: true };
    }
    opened = { folder, isContinued: true };
  }
}

const otherRunWaitMs = 1000;

interface OtherRun {
  readonly id: string;
  readonly run: string;
  readonly fingerprint: string;
}

/**
 * @returns the dataset when the other run has finished it, or when that run is gone and `run` may continue
 * @throws CliError if there is nothing to wait for
 */
async function waitForOtherRun(
  client: ApiClient,
  { name }: PlannedDataset,
  { id, run, fingerprint }: OtherRun,
): Promise<Folder> {
  for (; ; await wait(otherRunWaitMs, interrupted)) {
    const { folder, hasSender, isOfPage } = await readState(client, id, interrupted);
    const begun = unfinishedUploadOf(folder);
    if ((begun?.fingerprint ?? uploadedFingerprintOf(folder) ?? fingerprint) !== fingerprint) {
      throw usageError(`"${name}" is sent by another run with other files: give one of them another name.`);
    }
    if (begun === undefined) return folder;
    if (isOfPage) {
      throw usageError(
        `"${name}" is sent by a page in a browser now. If that page was closed, run the command again: it continues.`,
      );
    }
    if (!hasSender && (await takeRun(client, folder, run, { [unfinishedKey]: { ...begun, sender: "alive" } })))
      return folder;
  }
}

interface Sending extends UploadSettings {
  readonly files: readonly SizedFile[];
  readonly run: string;
  readonly fingerprint: string;
  readonly opened: OpenedFolder;
}

/** @returns `undefined` when another run has taken the dataset */
async function sendDataset(
  client: ApiClient,
  dataset: PlannedDataset,
  { files, run, fingerprint, opened, ...settings }: Sending,
): Promise<UploadedDataset | undefined> {
  const { folder, isSkipped, isContinued } = opened;
  const id = folder._id;
  if (isSkipped === true) {
    return { id, warnings: [], jobIds: [], entries: [], isReady: Boolean(folder.meta.annotate), isSkipped };
  }
  const begun = unfinishedUploadOf(folder) ?? { fingerprint, uploads: {} };
  const mark = new UploadNote(client, id, run, { ...begun, sender: "alive" }, interrupted);
  const stopRenewing = renewNote(client, id, mark);
  // Another run may still be sending what this one continues: nothing of it is removed.
  const isOwn = isContinued !== true;
  let isEnding = false;
  try {
    if (!isOwn) await mark.write({});
    if (mark.content.isSent !== true) {
      await sendFiles(client, id, files, { mark, run, keepsParts: () => !isOwn || !isStoppedByUser() });
      await mark.write({ isSent: true, uploads: {} });
    }
    if (mark.content.jobs === undefined) {
      const failed = `"${dataset.name}" was not made`;
      const { warnings, job_ids: jobs } = await postprocess(client, failed, { id, skipTranscoding: true });
      await mark.write({ jobs, warnings });
    }
    const { warnings = [], jobs: jobIds = [] } = mark.content;
    const jobMessages: string[] = [];
    if (settings.waits) for (const jobId of jobIds) jobMessages.push(...(await requireJob(client, jobId, dataset)));
    const isUnpacked = settings.waits && dataset.type === "zip";
    const made = await readUploaded(client, id, { warnings, jobIds, jobMessages, isContinued, isUnpacked });
    stopRenewing();
    isEnding = true;
    await mark.remove();
    return made;
  } catch (error) {
    stopRenewing();
    if (await isOvertaken(client, id, run, error)) return undefined;
    if (isOwn && (isStoppedByUser() || isPermanentRefusal(error))) {
      await removeFolder(client, id, dataset, { run, uploads: Object.values(mark.content.uploads) });
    } else {
      const advice = isPermanentRefusal(error) ? "" : "the same command goes on with it, ";
      note(`"${dataset.name}" is not finished: ${advice}\`wakeline rm ${id}\` removes it.`);
      // The note may be gone although the answer was lost.
      if (!isEnding) await releaseNote(client, id, run, mark.content);
    }
    throw error;
  }
}

/** The files themselves are the reason, so trying again would not help. */
function isPermanentRefusal(error: unknown): boolean {
  return error instanceof CliError && error.exitCode === ExitCode.findings;
}

interface Run {
  readonly parentId: string;
  readonly run: string;
}

/** Moves a dataset begun in another folder or under another name to its new place; one that cannot be moved stays. */
async function takeOver(
  client: ApiClient,
  { id, place, begun }: Extract<KnownUpload, { readonly isFinished: false }>,
  { name }: PlannedDataset,
  { parentId, run }: Run,
): Promise<void> {
  const target = { parentType: "folder", parentId, name } as const;
  try {
    await client.call("folder.update", { id, ...target }, { signal: interrupted });
  } catch (error) {
    await releaseNote(client, id, run, begun);
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return;
    throw error;
  }
  note(printable(`"${name}" was begun as ${place.join("/")}: its files are the same.`));
}

/** Other runs may begin, continue or remove the dataset between the calls. */
const maxAttempts = 5;

interface OpenedFolder {
  readonly folder: Folder;
  readonly isContinued?: true;
  readonly isSkipped?: true;
}

/** A new folder, or the unfinished one of an earlier run of the same command. */
async function openFolder(
  client: ApiClient,
  { name, type }: PlannedDataset,
  settings: Pick<UploadSettings, "fps" | "otherName" | "skipsExisting"> & Run & { readonly fingerprint: string },
): Promise<OpenedFolder> {
  const { parentId, fps, skipsExisting, fingerprint, run, otherName = otherNames.ofOne } = settings;
  const begun = { fingerprint, uploads: {}, sender: "alive" };
  const metadata = { type, fps, [runKey]: run, [unfinishedKey]: begun };
  for (let attempt = 1; ; attempt++) {
    try {
      const parameters = { parentType: "folder", parentId, name, metadata } as const;
      return { folder: await client.call("folder.create", parameters, { signal: interrupted }) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400 || error.reply?.field !== "name") throw error;
      const refuse = (text: string): never => {
        throw usageError(`"${name}"${text}`, error);
      };
      const place = { parentType: "folder", parentId, name: name.trim() } as const;
      const [folder] = await client.call("folder.list", place, { signal: interrupted });
      // An item, or a folder that was deleted meanwhile.
      if (folder === undefined && attempt < maxAttempts) continue;
      if (folder === undefined) return refuse(`: ${error.message} ${sentence(otherName)}`);
      const unfinished = unfinishedUploadOf(folder);
      if (unfinished === undefined) {
        if (skipsExisting) return { folder, isSkipped: true };
        return refuse(`: ${error.message} ${sentence(`${otherName}, or pass over it with --skip-existing`)}`);
      }
      if (unfinished.fingerprint !== fingerprint) {
        refuse(
          " was begun with other files, with files that have changed since, or by another version of wakeline: remove it with " +
            `\`wakeline rm ${folder._id}\`, or ${otherName}.`,
        );
      }
      if (isBeingRemoved(folder) && (await readState(client, folder._id, interrupted)).hasSender) {
        refuse(
          " is being removed by the run or page that began it: run the command again, after five minutes at the latest.",
        );
      }
      // With the note: until then a run that began elsewhere could take it.
      const alive = { [unfinishedKey]: { ...unfinished, sender: "alive" } };
      if (!(await takeRun(client, folder, run, alive))) {
        if (attempt < maxAttempts) continue;
        refuse(" is sent by several other runs: run the command again when they are finished.");
      }
      note(`Going on with "${name}", which was not finished.`);
      if (folder.meta.fps !== fps && unfinished.jobs === undefined) {
        await client.call("folder.setMetadata", { id: folder._id, body: { fps } }, { signal: interrupted });
      }
      return { folder, isContinued: true };
    }
  }
}

/** @returns the lines of the job's log */
async function requireJob(client: ApiClient, id: string, dataset: PlannedDataset): Promise<string[]> {
  const progress = createProgress({ unit: "steps" });
  try {
    const job = await waitForJob(client, id, progress);
    if (job.status !== JobStatus.success) {
      throw new CliError(ExitCode.findings, `"${dataset.name}" was not made: ${jobFailure(job).replace(/\.$/, "")}.`);
    }
    return (job.log ?? []).flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
  } finally {
    progress.clear();
  }
}

/** Removes the unfinished dataset, so that the name is free for the next attempt. Works after Ctrl-C as well. */
async function removeFolder(
  client: ApiClient,
  id: string,
  dataset: PlannedDataset,
  { run, uploads }: { readonly run: string; readonly uploads: readonly string[] },
): Promise<void> {
  try {
    if (!(await mayRemove(client, id, run))) {
      const folder = await client.call("folder.get", { id });
      const isFinished = unfinishedUploadOf(folder) === undefined;
      return note(`"${dataset.name}" stays: ${isFinished ? "it was finished meanwhile" : "another run continues it"}.`);
    }
    await removeUnfinished(client, id, uploads);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(
      `the half-made dataset "${dataset.name}" (${id}) could not be removed: ${reason} \`wakeline rm ${id}\` does it.`,
    );
  }
}
