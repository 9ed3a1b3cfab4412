/**
 * Trains a pipeline on datasets at their revisions at the time of the request (api-v1 16.4). The trainer's files become
 * a folder of the user, in the transaction that ends the job.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import type { TrainingQuality, TrainingRecord } from "#schemas";

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
  async run(run, { ports, access, annotationFiles, folders, limits, media: mediaService }) {
    const { task, actor, signal, succeed } = run;
    const user = requireUser(actor);
    await inFolder(run, async ({ temporary, lines }) => {
      const trainer = await findTrainer(ports, task.configuration);
      if (trainer === undefined) throw new JobError(`This worker cannot train ${task.configuration}.`);
      const wantsOriginal = trainer.takesOriginals === true && !task.forceTranscoded;
      const learnedFrom: TrainingRecord["datasets"] = [];
      const data: TrainingData[] = [];
      const train = async (n: number): Promise<string> => {
        const dataset = task.datasets[n];
        if (dataset !== undefined) {
          const { record } = await access.requireFolder(actor, dataset.folderId);
          const write = async (format: ExportFormat, name: string): Promise<string> => {
            const path = join(temporary, name);
            const request = { format, revision: dataset.revision, exportedTime: undefined } as const;
            const everything = { ...request, excludeBelowThreshold: false, types: undefined };
            const file = await annotationFiles.export(actor, record.id, everything, signal);
            await pipeStreams(file.pieces, createWriteStream(path));
            return path;
          };
          const annotations = {
            viameCsv: () => write("viame_csv", `annotations-${n}.csv`),
            diveJson: () => write("dive_json", `annotations-${n}.json`),
          };
          learnedFrom.push({ id: record.id, name: record.name, revision: dataset.revision });
          return await withMedia(ports, mediaService, { actor, folder: record }, wantsOriginal, async (media) => {
            data.push({ name: record.name, media, annotations });
            return await train(n + 1);
          });
        }
        return await withModel(ports, access, actor, task.fineTuneFolderId, join(temporary, "begin"), (fineTune) =>
          trainer.train({
            configuration: task.configuration,
            datasets: data,
            fineTune,
            labels: task.labels,
            signal,
            annotatedFramesOnly: task.annotatedFramesOnly,
            folder: join(temporary, "run"),
            progress: run.progress,
            log: (text: string) => lines.write(text),
          }),
        );
      };
      const model = await train(0);
      const quality = await readQualityOf(model, lines);
      const stored = await storeFiles(ports, model, limits.maxUploadBytes);
      await lines.written();
      await succeed("site", async (tx) => {
        let parent: FolderRecord | undefined;
        for (const name of place) {
          const at =
            parent === undefined ? { type: "user" as const, id: user.id } : { type: "folder" as const, id: parent.id };
          const given = { parentType: at.type, parentId: at.id, name, reuseExisting: true };
          parent = (await folders.createWithin(tx, actor, given)).record;
        }
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
        const given = { parentType: "folder", parentId: parent?.id ?? "", name: task.name, meta } as const;
        const { record } = await folders.createWithin(tx, actor, given);
        for (const { name, ref } of stored) await putFile(ports, tx, user, record.id, name, ref);
      });
    });
  },
};

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
