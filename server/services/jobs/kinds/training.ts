/**
 * Trains a pipeline on datasets at their revisions at the time of the request (api-v1 16.4). The trainer's files become
 * a folder of the user, in the transaction that ends the job.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import type { TrainingQuality, TrainingRecord } from "#schemas";

import { withEach } from "../../../base/with-each.ts";
import { boolean, type Checked, integer, listOf, object, optional, text } from "../../../domain/body-check.ts";
import { maxDatasets, qualityFile, readQuality, trainingKey } from "../../../domain/training-record.ts";
import type { BlobRef } from "../../../ports/blob-store.ts";
import type { Repositories } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FolderRecord, UserRecord } from "../../../ports/records.ts";
import type { TrainingData } from "../../../ports/training-engine.ts";
import type { AccessService } from "../../access/access.service.ts";
import { requireUser, type Actor } from "../../access/actor.ts";
import type { AnnotationFileService, ExportFormat } from "../../annotations/annotation-file.service.ts";
import type { FolderService } from "../../tree/folder.service.ts";
import type { JobView } from "../job.service.ts";
import type { MediaService } from "../../media/media.service.ts";
import { storeStream } from "../../tree/stored-content.ts";
import { findTrainer } from "../../pipelines/training-engines.ts";
import type { QueuedJob } from "../job-definition.ts";
import type { WorkerRun } from "../job-run.ts";
import type { LogLines } from "../log-lines.ts";
import { withMedia } from "../pipeline-media.ts";
import { inFolder, putFile, withModel } from "../trained-files.ts";
import { JobError } from "../job-error.ts";

const parameters = object(
  {
    datasets: listOf(object({ folderId: text, revision: integer(0) }, "drop")),
    /** Name of the trained pipeline. */
    name: text,
    configuration: text,
    annotatedFramesOnly: boolean,
    forceTranscoded: boolean,
    labels: optional(text),
    fineTuneFolderId: optional(text),
  },
  "drop",
);
type TrainTask = Checked<typeof parameters>;

export interface TrainingRequest {
  readonly pipelineName: string;
  readonly config: string;
  readonly annotatedFramesOnly: boolean;
  readonly forceTranscoded: boolean;
  /** Unchecked. */
  readonly body: unknown;
}

export interface TrainingDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly annotationFiles: AnnotationFileService;
  readonly folders: FolderService;
  readonly limits: { readonly maxUploadBytes: number };
  readonly media: MediaService;
  readonly trainings: { train(actor: Actor, request: TrainingRequest): Promise<JobView> };
}

/** Where clients look for trained pipelines, below a user. */
const place = ["VIAME", "VIAME Training Results"] as const;

export async function findTrainedFolder(db: Repositories, user: UserRecord): Promise<FolderRecord | undefined> {
  const first = await db.folders.findByName({ type: "user", id: user.id }, place[0]);
  return first && (await db.folders.findByName({ type: "folder", id: first.id }, place[1]));
}

export const trainModel: QueuedJob<TrainTask, TrainingDeps> = {
  kind: "training",
  queue: "training",
  parameters,
  title: ({ name }) => `Training to create ${name} pipeline`,
  wireType: "training",
  repeat: async ({ actor, task, params }, { trainings }) =>
    await trainings.train(actor, {
      pipelineName: task.name,
      config: task.configuration,
      annotatedFramesOnly: task.annotatedFramesOnly,
      forceTranscoded: task.forceTranscoded,
      body: {
        folderIds: params["dataset_input_list"],
        labelText: task.labels,
        ...(task.fineTuneFolderId !== undefined && { fineTuneModel: { folderId: task.fineTuneFolderId } }),
      },
    }),
  async run(run, deps) {
    const { ports, access } = deps;
    const { task, actor } = run;
    const user = requireUser(actor);
    await inFolder(run, async ({ temporary, lines }) => {
      const trainer = await findTrainer(ports, task.configuration);
      if (trainer === undefined) throw new JobError(`This worker cannot train ${task.configuration}.`);
      const wantsOriginal = trainer.takesOriginals === true && !task.forceTranscoded;
      const datasets: TrainingDataset[] = [];
      for (const { folderId, revision } of task.datasets) {
        datasets.push({ folder: (await access.requireFolder(actor, folderId)).record, revision });
      }
      const model = await withEach(
        datasets,
        async (dataset, n, next: (data: TrainingData) => Promise<string>) => {
          const { folder } = dataset;
          const annotations = exportsOf(deps, run, dataset, join(temporary, `annotations-${n}`));
          return await withMedia(ports, deps.media, { actor, folder }, wantsOriginal, (media) =>
            next({ name: folder.name, media, annotations }),
          );
        },
        (data) =>
          withModel(ports, access, actor, task.fineTuneFolderId, join(temporary, "begin"), (fineTune) =>
            trainer.train({
              configuration: task.configuration,
              datasets: data,
              fineTune,
              labels: task.labels,
              signal: run.signal,
              annotatedFramesOnly: task.annotatedFramesOnly,
              folder: join(temporary, "run"),
              progress: run.progress,
              log: (text: string) => lines.write(text),
            }),
          ),
      );
      const quality = await readQualityOf(model, lines);
      const files = await storeFiles(ports, model, deps.limits.maxUploadBytes);
      await lines.written();
      const learnedFrom = datasets.map(({ folder: { id, name }, revision }) => ({ id, name, revision }));
      const training: TrainingRecord = {
        date: new Date(ports.clock.nowMs()).toISOString(),
        by: user.login,
        configuration: task.configuration,
        datasets: learnedFrom.slice(0, maxDatasets),
        datasetCount: learnedFrom.length,
        ...(quality && { quality }),
      };
      const trainedOn = learnedFrom.map(({ name }) => name).join(", ");
      const meta = { trained_pipeline: true, trained_on: trainedOn, [trainingKey]: training };
      await run.succeed("site", async (tx) => {
        const folder = await createModelFolder(deps.folders, tx, actor, { name: task.name, meta });
        for (const { name, ref } of files) await putFile(ports, tx, user, folder.id, name, ref);
      });
    });
  },
};

interface TrainingDataset {
  readonly folder: FolderRecord;
  readonly revision: number;
}

/** Writes the annotations of a dataset in the format that a trainer asks for. @param path without its ending */
function exportsOf(
  { annotationFiles }: TrainingDeps,
  { actor, signal }: WorkerRun,
  { folder, revision }: TrainingDataset,
  path: string,
): TrainingData["annotations"] {
  const write = async (format: ExportFormat, ending: string): Promise<string> => {
    const request = { format, revision, exportedTime: undefined, excludeBelowThreshold: false, types: undefined };
    const file = await annotationFiles.export(actor, folder.id, request, signal);
    await pipeStreams(file.pieces, createWriteStream(path + ending));
    return path + ending;
  };
  return { viameCsv: () => write("viame_csv", ".csv"), diveJson: () => write("dive_json", ".json") };
}

/** Creates the folder of the model inside those where clients look for models, and these if they are missing. */
async function createModelFolder(
  folders: FolderService,
  tx: Repositories,
  actor: Actor,
  { name, meta }: { readonly name: string; readonly meta: Record<string, unknown> },
): Promise<FolderRecord> {
  let parent: Parent = { parentType: "user", parentId: requireUser(actor).id };
  for (const step of place) {
    const { record } = await folders.createWithin(tx, actor, { ...parent, name: step, reuseExisting: true });
    parent = { parentType: "folder", parentId: record.id };
  }
  return (await folders.createWithin(tx, actor, { ...parent, name, meta })).record;
}

interface Parent {
  readonly parentType: "folder" | "user";
  readonly parentId: string;
}

/** A trainer need not report the quality of its model; unreadable reports are logged. */
async function readQualityOf(folder: string, lines: LogLines): Promise<TrainingQuality | undefined> {
  const path = join(folder, qualityFile);
  const file = await stat(path).catch(() => undefined);
  if (file?.isFile() !== true) return undefined;
  try {
    if (file.size > maxQualityBytes) throw new Error(`it is larger than ${maxQualityBytes} bytes`);
    return readQuality(await readFile(path, "utf8"));
  } catch (error) {
    lines.write(`${qualityFile} was ignored: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

const maxQualityBytes = 64 * 1024;

async function storeFiles(ports: Ports, folder: string, maxBytes: number): Promise<{ name: string; ref: BlobRef }[]> {
  const stored: { name: string; ref: BlobRef }[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    stored.push({ name, ref: await storeStream(ports, createReadStream(join(folder, name)), maxBytes) });
  }
  return stored;
}
