/**
 * Trains a pipeline on datasets at the revisions that they had when somebody asked for it (api-v1 16.4), and takes a
 * trained one out. The files that a trainer leaves become a folder of the user's, in the transaction that ends the job.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import type { TrainingQuality, TrainingRecord } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { mostDatasets, qualityFile, readQuality, trainingKey } from "../../domain/training-record.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { FolderRecord, UserRecord } from "../../ports/records.ts";
import type { TrainingData } from "../../ports/training-engine.ts";
import type { AccessService } from "../access.service.ts";
import { requireUser, type Actor } from "../actor.ts";
import type { AnnotationFileService, ExportFormat } from "../annotation-file.service.ts";
import { placeFile } from "../file-placement.ts";
import type { FolderService } from "../folder.service.ts";
import { withLocalFiles } from "../local-files.ts";
import type { MediaService } from "../media.service.ts";
import { requireKept, storeStream } from "../stored-content.ts";
import { namesOfTrained } from "../trained-pipelines.ts";
import { findExporter, findTrainer } from "../training-engines.ts";
import { LogLines } from "./log-lines.ts";
import { withMedia } from "./pipeline-media.ts";
import { JobError, type WorkerRun, type WorkerTask } from "./worker.ts";

export interface TrainTask {
  readonly datasets: readonly { readonly folderId: string; readonly revision: number }[];
  /** Of the trained pipeline. */
  readonly name: string;
  readonly configuration: string;
  readonly annotatedFramesOnly: boolean;
  readonly forceTranscoded: boolean;
  readonly labels?: string;
  readonly fineTuneFolderId?: string;
}

export interface ExportModelTask {
  readonly modelFolderId: string;
  readonly targetFolderId: string;
}

interface TrainingJobServices {
  readonly access: AccessService;
  readonly annotationFiles: AnnotationFileService;
  readonly folders: FolderService;
  readonly media: MediaService;
}

/** Where clients look for what they have trained, below a user. */
const place = ["VIAME", "VIAME Training Results"] as const;

export async function findTrainedFolder(db: Repositories, user: UserRecord): Promise<FolderRecord | undefined> {
  const first = await db.folders.findByName({ type: "user", id: user.id }, place[0]);
  return first && (await db.folders.findByName({ type: "folder", id: first.id }, place[1]));
}

export function trainModel(ports: Ports, services: TrainingJobServices, maxBytes: number): WorkerTask {
  const { access, annotationFiles, folders } = services;
  return async (run) => {
    const { job, actor, signal, succeed } = run;
    const task = job.kwargs["task"] as TrainTask;
    const user = requireUser(actor);
    await inFolder(run, async ({ temporary, lines }) => {
      const trainer = await findTrainer(ports, task.configuration);
      if (trainer === undefined) throw new JobError(`This worker cannot train ${task.configuration}.`);
      const wantsOriginal = trainer.takesOriginals === true && !task.forceTranscoded;
      const learntFrom: TrainingRecord["datasets"] = [];
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
          learntFrom.push({ id: record.id, name: record.name, revision: dataset.revision });
          return await withMedia(ports, services.media, { actor, folder: record }, wantsOriginal, async (media) => {
            data.push({ name: record.name, media, annotations });
            return await train(n + 1);
          });
        }
        return await withModel(ports, access, actor, task.fineTuneFolderId, join(temporary, "begin"), (fineTune) =>
          trainer.train({
            ...{ configuration: task.configuration, datasets: data, fineTune, labels: task.labels, signal },
            ...{ annotatedFramesOnly: task.annotatedFramesOnly, folder: join(temporary, "run") },
            ...{ progress: run.progress, log: (text: string) => lines.write(text) },
          }),
        );
      };
      const model = await train(0);
      const quality = await readQualityOf(model, lines);
      const stored = await storeFiles(ports, model, maxBytes);
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
          ...{ date: new Date(ports.clock.nowMs()).toISOString(), by: user.login, configuration: task.configuration },
          ...{
            datasets: learntFrom.slice(0, mostDatasets),
            datasetCount: learntFrom.length,
            ...(quality && { quality }),
          },
        };
        const trainedOn = learntFrom.map(({ name }) => name).join(", ");
        const meta = { trained_pipeline: true, trained_on: trainedOn, [trainingKey]: training };
        const given = { parentType: "folder", parentId: parent?.id ?? "", name: task.name, meta } as const;
        const { record } = await folders.createWithin(tx, actor, given);
        for (const { name, ref } of stored) await put(ports, tx, user, record.id, name, ref);
      });
    });
  };
}

export function exportModel(ports: Ports, { access }: TrainingJobServices, maxBytes: number): WorkerTask {
  return async (run) => {
    const { job, actor, signal, succeed } = run;
    const { modelFolderId, targetFolderId } = job.kwargs["task"] as ExportModelTask;
    const user = requireUser(actor);
    await inFolder(run, async ({ temporary, lines }) => {
      const trainer = await findExporter(ports, await namesOfTrained(ports, { id: modelFolderId }));
      if (trainer === undefined) throw new JobError("This worker makes no ONNX file of it.");
      const { record: exported } = await access.requireFolder(actor, modelFolderId);
      const file = await withModel(ports, access, actor, modelFolderId, join(temporary, "model"), (model = "") =>
        trainer.exportModel({
          ...{ model, name: exported.name, folder: join(temporary, "run"), signal, progress: run.progress },
          log: (text) => lines.write(text),
        }),
      );
      const ref = await storeStream(ports, createReadStream(file.path), maxBytes);
      await lines.written();
      await succeed({ dataset: targetFolderId }, async (tx) => {
        const { record } = await access.requireFolder(actor, targetFolderId, AccessLevel.write, tx);
        await put(ports, tx, user, record.id, file.name ?? "model.onnx", ref);
      });
    });
  };
}

/** With a temporary folder, in which `run` is empty, and in words for people. */
async function inFolder(
  { log }: WorkerRun,
  work: (given: { temporary: string; lines: LogLines }) => Promise<void>,
): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), "wakeline-job-"));
  const lines = new LogLines(log);
  try {
    await mkdir(join(temporary, "run"));
    await work({ temporary, lines });
  } catch (error) {
    await lines.written();
    throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Lends the files of a trained pipeline as a folder. */
export async function withModel<T>(
  ports: Ports,
  access: AccessService,
  actor: Actor,
  folderId: string | undefined,
  target: string,
  work: (folder: string | undefined) => Promise<T>,
): Promise<T> {
  if (folderId === undefined) return await work(undefined);
  const { record } = await access.requireFolder(actor, folderId);
  if (!datasetOf(record).isTrainedPipeline) throw new JobError(`${record.name} is no trained pipeline.`);
  const { items, files } = ports.database;
  const everything = { limit: 0, offset: 0 };
  const { rows } = await items.listInFolder(record.id, everything, { by: "name", descending: false });
  const stored = (await files.listInItems(rows.map(({ id }) => id))).filter(({ blobHash }) => blobHash !== null);
  const hashes = stored.map(({ blobHash }) => blobHash ?? "");
  return await withLocalFiles(ports.blobs, hashes, async (paths) => {
    await mkdir(target);
    const taken = new Set<string>();
    for (const [n, { name }] of stored.entries()) {
      const safe = name.replaceAll(/[/\0]/g, "_");
      if (taken.has(safe) || safe === "." || safe === "..") continue;
      taken.add(safe);
      await symlink(paths[n] ?? "", join(target, safe));
    }
    return await work(target);
  });
}

/** A trainer need not say how well its model does; what it says and cannot be is told in the log. */
async function readQualityOf(folder: string, lines: LogLines): Promise<TrainingQuality | undefined> {
  const path = join(folder, qualityFile);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  try {
    if (found.size > mostQualityBytes) throw new Error(`it is larger than ${mostQualityBytes} bytes`);
    return readQuality(await readFile(path, "utf8"));
  } catch (error) {
    lines.write(`${qualityFile} is passed over: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

const mostQualityBytes = 64 * 1024;

async function storeFiles(ports: Ports, folder: string, maxBytes: number): Promise<{ name: string; ref: BlobRef }[]> {
  const stored: { name: string; ref: BlobRef }[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    stored.push({ name, ref: await storeStream(ports, createReadStream(join(folder, name)), maxBytes) });
  }
  return stored;
}

async function put(
  ports: Ports,
  tx: Repositories,
  user: UserRecord,
  parentId: string,
  name: string,
  ref: BlobRef,
): Promise<void> {
  await requireKept(tx, ref);
  const given = {
    parentType: "folder",
    parentId,
    name,
    mimeType: "application/octet-stream",
    userId: user.id,
  } as const;
  await placeFile(ports, tx, given, ref);
}
