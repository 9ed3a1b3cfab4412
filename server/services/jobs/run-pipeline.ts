/**
 * Runs a pipeline on a dataset (api-v1 16.3): the engine gets files, and what it leaves becomes one revision of the dataset,
 * stored with the end of the job.
 */
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import { CoreError } from "#core";
import { AccessLevel } from "../../base/access-level.ts";
import { counted } from "../../base/counted.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { ParameterValues } from "../../domain/pipeline.ts";
import type { Ports } from "../../ports/index.ts";
import { PipelineError, type PipelineOutput } from "../../ports/pipeline-engine.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { AccessService } from "../access.service.ts";
import { type Actor, requireUser } from "../actor.ts";
import type { AnnotationFileService, ExportFormat, ImportedFile } from "../annotation-file.service.ts";
import type { AnnotationService, SaveResult } from "../annotation.service.ts";
import type { MediaService } from "../media.service.ts";
import type { AttachmentService } from "../attachment.service.ts";
import { findEngine } from "../pipeline-engines.ts";
import type { PairTask } from "../pipeline-pair.ts";
import { mergeImportedMeta } from "../postprocess/imported-meta.ts";
import { namesOfTrained } from "../trained-pipelines.ts";
import { LogLines } from "./log-lines.ts";
import { withMedia } from "./pipeline-media.ts";
import { runOnPair } from "./run-on-pair.ts";
import { withModel } from "./train-model.ts";
import { JobError, type WorkerTask } from "./worker.ts";

export interface RunPipelineTask {
  readonly folderId: string;
  readonly pipe: string;
  /** Where that is, for one that somebody has trained. */
  readonly modelFolderId?: string;
  /** As people call it. */
  readonly name: string;
  readonly parameters: ParameterValues;
  /** What the dataset was when somebody asked for it. */
  readonly revision: number;
  /** Of a video, what is shown, also for programs that would take the original. */
  readonly forceTranscoded: boolean;
  /** Of a measurement: its cameras. */
  readonly pair?: PairTask;
}

export interface PipelineServices {
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly annotationFiles: AnnotationFileService;
  readonly attachments: AttachmentService;
  readonly media: MediaService;
}

/** A result is read as a whole. */
const maxResultBytes = 1024 * 1024 * 1024;

export function runPipeline(ports: Ports, services: PipelineServices): WorkerTask {
  const { access, annotations, annotationFiles } = services;
  return async (run) => {
    const { job, actor, signal, log, succeed } = run;
    const task = job.kwargs["task"] as RunPipelineTask;
    const { record: folder } = await access.requireFolder(actor, task.folderId, AccessLevel.write);
    const { modelFolderId } = task;
    const trained = modelFolderId === undefined ? undefined : await namesOfTrained(ports, { id: modelFolderId });
    const engine = await findEngine(ports, task.pipe, trained).catch((error: unknown) => {
      throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
    });
    if (engine === undefined) throw new JobError(`This worker does not have the pipeline ${task.pipe}.`);
    const temporary = await mkdtemp(join(tmpdir(), "wakeline-job-"));
    const lines = new LogLines(log);
    const given = Object.entries(task.parameters).map(([name, value]) => `${name} = ${value}`);
    lines.write(`Running ${task.name} on revision ${task.revision}${given.length > 0 ? `, ${given.join(", ")}` : ""}`);
    try {
      if (task.pair !== undefined) {
        return await runOnPair(ports, services, run, { folder, task, pair: task.pair, engine, temporary, lines });
      }
      const wantsOriginal = engine.takesOriginals === true && !task.forceTranscoded;
      const imported = await withMedia(ports, services.media, { actor, folder }, wantsOriginal, async (media) => {
        const own = join(temporary, "run");
        await mkdir(own);
        const write = async (format: ExportFormat, name: string): Promise<string> => {
          const path = join(temporary, name);
          const request = { format, revision: task.revision, excludeBelowThreshold: false, types: undefined };
          const file = await annotationFiles.export(actor, folder.id, { ...request, exportedTime: undefined }, signal);
          await pipeStreams(file.pieces, createWriteStream(path));
          return path;
        };
        const output = await withModel(ports, access, actor, task.modelFolderId, join(temporary, "model"), (model) =>
          engine.run({
            ...(model !== undefined && { model }),
            pipe: task.pipe,
            parameters: task.parameters,
            media,
            fps: datasetOf(folder).fps ?? 1,
            annotations: {
              viameCsv: () => write("viame_csv", "annotations.csv"),
              diveJson: () => write("dive_json", "annotations.json"),
            },
            folder: own,
            signal,
            progress: run.progress,
            log: (text) => lines.write(text),
          }),
        );
        return await readResult(annotationFiles, { actor, folder }, output);
      });
      const { trackCount, detectionCount } = imported.report;
      lines.write(`Found ${counted(trackCount, "track")} with ${counted(detectionCount, "detection")}`);
      await lines.written();
      const head = await ports.database.annotations.head(folder.id, "");
      if (head > task.revision) {
        await log(
          `Somebody has saved revision ${head} while it ran. What that changed is in the history, not in the result.`,
        );
      }
      const scope = { datasetId: folder.id, setName: "" };
      const description = `Run ${task.name}`;
      const done: SaveResult[] = [];
      await succeed({ dataset: folder.id }, async (tx) => {
        const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
        const saveId = `job:${job.id}`;
        if ((await tx.annotations.findSave(record.id, saveId)) !== undefined) return;
        done.push(await annotations.replaceAll(tx, requireUser(actor), scope, imported.records, description, saveId));
        // The rate of the dataset is that of its media, whatever a program writes.
        const { fps: _theirs, ...report } = imported.report;
        const { meta } = mergeImportedMeta(record, { ...imported, report } as ImportedFile, true);
        await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
      });
      for (const saved of done) await annotations.tellSaved(requireUser(actor), scope, saved, description);
    } catch (error) {
      await lines.written();
      throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  };
}

export async function readResult(
  files: AnnotationFileService,
  place: { readonly actor: Actor; readonly folder: FolderRecord },
  { path, format }: PipelineOutput,
): Promise<ImportedFile> {
  const { size } = await stat(path);
  if (size > maxResultBytes) throw new JobError(`Its result is larger than ${maxResultBytes} bytes.`);
  try {
    const file = { format, bytes: new Uint8Array(await readFile(path)) };
    const imported = await files.read(place, "", file, { additive: false, typePrefix: "" });
    const { trackCount, problemCount, problems } = imported.report;
    if (trackCount > 0 || problemCount === 0) return imported;
    throw new JobError(`Nothing in its result could be read: ${problems[0]?.message ?? ""}`);
  } catch (error) {
    throw error instanceof CoreError ? new JobError(`Its result cannot be read: ${error.message}`) : error;
  }
}
