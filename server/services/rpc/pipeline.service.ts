/** Lists pipelines, and starts them on datasets (api-v1 16.3, 17.1). */
import type { Pipe, PipelineCategory } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { capability } from "../../domain/capability.ts";
import {
  checkParameters,
  isForSeveralCameras,
  type ParameterValues,
  type PipelineDescription,
  pipelineCategories,
  pipeOf,
} from "../../domain/pipeline.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, Meta, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import type { AttachmentService } from "../datasets/attachment.service.ts";
import { findCameraParent } from "../datasets/camera-parent.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import { requireDataset } from "../tree/dataset-folder.ts";
import type { JobView } from "../jobs/job.service.ts";
import { runPipeline } from "../jobs/kinds/pipeline.ts";
import type { PipelineTask } from "../jobs/pipeline-task.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import { type PipelineRequest, readRunOptions, type RunOptions } from "../pipelines/pipeline-request.ts";
import { requirePair } from "../pipelines/pipeline-pair.ts";
import { isTrainedHere, listTrainedPipelines, namesOfTrained } from "../pipelines/trained-pipelines.ts";

interface FoundPipe {
  readonly description: PipelineDescription;
  readonly pipe: Pipe;
  /** Capability that a worker needs to run it; absent: every worker can. */
  readonly needs: string | undefined;
}

interface PipelineDeps {
  access: AccessService;
  attachments: AttachmentService;
  configuration: ConfigurationService;
}

const noSuchPipeline = (type: unknown, pipe: unknown): RequestError =>
  new RequestError(
    `No such pipeline exists for type=${String(type).slice(0, 100)} pipe=${String(pipe).slice(0, 100)}. A pipeline upgrade may be outstanding or somethiung might have gone wrong. If you think this is an error, contact the server operator.`,
  );

export class PipelineService {
  readonly #ports: Ports;
  readonly #services: PipelineDeps;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, services: PipelineDeps, registry: JobRegistry) {
    this.#ports = ports;
    this.#services = services;
    this.#registry = registry;
  }

  /**
   * By category. While pipelines are switched off, only user-trained ones are listed, which can be viewed and deleted.
   */
  async list(actor: Actor): Promise<Record<string, PipelineCategory>> {
    const user = requireUser(actor);
    const trained = await listTrainedPipelines(this.#ports, actor);
    const canRun = await this.#registry.canRun(runPipeline, user);
    if (!canRun) return trained.length === 0 ? {} : { trained: { pipes: trained, description: "" } };
    const listed: Record<string, PipelineCategory> = {};
    for (const pipe of (await this.#registry.offersFor(runPipeline, user)).pipelines.map(pipeOf)) {
      if (pipe === undefined) continue;
      const category = (listed[pipe.type] ??= { pipes: [], description: pipelineCategories[pipe.type] ?? "" });
      category.pipes.push(pipe);
    }
    for (const { pipes } of Object.values(listed)) pipes.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { ...listed, trained: { pipes: trained, description: "" } };
  }

  /** @returns the job, which waits for a worker */
  async run(actor: Actor, request: PipelineRequest): Promise<JobView> {
    const { access, attachments, configuration } = this.#services;
    const { forceTranscoded } = request;
    const { record: folder } = await access.requireFolder(actor, request.folderId, AccessLevel.write);
    const user = requireUser(actor);
    await configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(runPipeline, user);
    const runnable = await this.#requirePipe(actor, user, request.pipeline);
    const { description, pipe, needs } = runnable;
    const dataset = requireDataset(folder);
    refuseUnfit(dataset.type, pipe.type);
    const options = readRunOptions(request.pipelineParams ?? {});
    const parameters = parametersOf(description, options);
    await this.#requireSupported(actor, folder, runnable, options);
    const revision = await this.#ports.database.annotations.head(folder.id);
    const pair =
      pipe.type === "measurement" && (await requirePair(this.#ports, { access, attachments }, actor, folder));
    const task: PipelineTask = {
      folderId: folder.id,
      pipe: pipe.pipe,
      name: pipe.name,
      parameters,
      revision,
      forceTranscoded,
      ...(pipe.folderId !== null && { modelFolderId: pipe.folderId }),
      ...(pair !== false && { pair }),
      ...resultPlaceOf(options, folder),
    };
    const replaces = pair === false ? await this.#countReplaced(folder, options, revision) : 0;
    const { record, isNew } = await this.#registry.start(runPipeline, actor, task, {
      subject: { folder: await this.#titleOf(folder) },
      ...(needs !== undefined && { needs }),
      datasetId: folder.id,
      access: await this.#ports.database.access.list("folder", folder.id),
      params: {
        ...clientParamsOf(task),
        pipeline: { ...pipe, metadata: undefined },
        // Number of tracks that the result replaces.
        replaces,
      },
    });
    if (!isNew) throw isRunning(folder);
    return { record, level: AccessLevel.admin };
  }

  async #requirePipe(
    actor: Actor,
    user: UserRecord,
    { type, pipe, folderId }: PipelineRequest["pipeline"],
  ): Promise<FoundPipe> {
    if (type === "trained") return await this.#requireTrained(actor, user, pipe, folderId);
    // Clients omit nulls, or write them in brackets as text.
    if (![undefined, null, "", "null"].includes(folderId as string)) throw noSuchPipeline(type, pipe);
    const { pipelines } = await this.#registry.offersFor(runPipeline, user);
    const description = pipelines.find((one) => one.pipe === pipe);
    const listed = description && pipeOf(description);
    if (description === undefined || listed === undefined || listed.type !== type) throw noSuchPipeline(type, pipe);
    return { description, pipe: listed, needs: capability.pipeline(description.pipe) };
  }

  async #requireTrained(actor: Actor, user: UserRecord, pipe: unknown, folderId: unknown): Promise<FoundPipe> {
    const trained = await listTrainedPipelines(this.#ports, actor);
    const pipeline = trained.find((one) => one.pipe === pipe && one.folderId === folderId);
    if (pipeline === undefined) throw noSuchPipeline("trained", pipe);
    const files = await namesOfTrained(this.#ports, { id: pipeline.folderId ?? "" });
    const needs = isTrainedHere(this.#ports, files) ? undefined : capability.trained;
    if (needs !== undefined && !(await this.#registry.offersFor(runPipeline, user)).has.includes(needs)) {
      throw new RequestError("Trained pipelines cannot run here: no program of the site runs them.");
    }
    const isOurs = needs === undefined;
    const description = {
      pipe: pipeline.pipe,
      description: null,
      parameters: [],
      ...(isOurs && { takesFrames: true as const }),
    };
    return { description, pipe: pipeline, needs };
  }

  /** @throws RequestError if this pipeline does not support it, or the actor may not do it */
  async #requireSupported(
    actor: Actor,
    folder: FolderRecord,
    { description, pipe }: FoundPipe,
    { frames, outputSet, add, dataset }: RunOptions,
  ): Promise<void> {
    const { type, name } = pipe;
    if (type === "measurement" && (frames !== undefined || outputSet !== "" || add || dataset !== undefined)) {
      throw new RequestError(
        `${name} writes to both cameras and does not support frameRange, outputSet, add or outputDatasetName.`,
      );
    }
    if (frames !== undefined && description.takesFrames !== true) {
      throw new RequestError(`${name} processes all frames: its program does not support frameRange.`);
    }
    if (dataset === undefined) return;
    if (dataset.parentId === undefined && folder.parentType !== "folder") {
      throw new RequestError("Name the folder for the new dataset: outputParentFolderId is missing.");
    }
    const place = dataset.parentId ?? folder.parentId;
    await this.#services.access.requireFolder(actor, place, AccessLevel.write);
    if ((await this.#ports.database.folders.findByName({ type: "folder", id: place }, dataset.name)) !== undefined) {
      throw new RequestError(`A folder named ${dataset.name} already exists. Choose another name.`);
    }
  }

  /** Number of tracks that the result replaces; unknown in advance for a range of frames. */
  async #countReplaced(folder: FolderRecord, { add, dataset, frames, outputSet }: RunOptions, revision: number) {
    if (add || dataset !== undefined || frames !== undefined) return 0;
    const query = { datasetId: folder.id, setName: outputSet, kind: "track", revision } as const;
    return await this.#ports.database.annotations.count(query);
  }

  async #titleOf(folder: FolderRecord): Promise<string> {
    const rig = await findCameraParent(this.#ports.database, folder);
    return rig === undefined ? folder.name : `${rig.parent.name} with camera: ${rig.name}`;
  }
}

/** The frames and the place of the result. */
function resultPlaceOf({ add, dataset, frames, outputSet }: RunOptions, folder: FolderRecord): Partial<PipelineTask> {
  return {
    ...(frames !== undefined && { frames: [frames.first, frames.last] }),
    ...(outputSet !== "" && { outputSet }),
    ...(add && { add: true }),
    ...(dataset !== undefined && { dataset: { ...dataset, parentId: dataset.parentId ?? folder.parentId } }),
  };
}

/** The task in the names that clients know. */
function clientParamsOf({ add, dataset, frames, outputSet, ...task }: PipelineTask): Meta {
  return {
    input_folder: task.folderId,
    input_revision: task.revision,
    force_transcoded: task.forceTranscoded,
    kwiver_params: task.parameters,
    ...(frames !== undefined && { runtime_params: { frameRange: frames } }),
    ...(outputSet !== undefined && { output_set: outputSet }),
    ...(add !== undefined && { add }),
    ...(dataset !== undefined && { output_dataset_name: dataset.name, output_parent_folder_id: dataset.parentId }),
  };
}

function refuseUnfit(type: string | undefined, category: string): void {
  const isMulti = type === "multi";
  if (isMulti && !isForSeveralCameras(category)) {
    throw new RequestError(
      "Single-camera pipelines cannot run on a multicamera parent dataset. Use a stereo or multicam pipeline, or run on an individual camera folder.",
    );
  }
  if (!isMulti && isForSeveralCameras(category)) {
    throw new RequestError("Stereo and multicam pipelines require a multicamera dataset");
  }
  if (type === "large-image") throw new RequestError("Pipelines cannot run on large-image datasets.");
}

function parametersOf(description: PipelineDescription, { parameters }: RunOptions): ParameterValues {
  const checked = checkParameters(description.parameters, parameters);
  if (!checked.ok) throw new RequestError(checked.message);
  return checked.values;
}

const isRunning = ({ id }: FolderRecord): RequestError =>
  new RequestError(
    `A pipeline for ${id} is already running. Only one outstanding job may be run at a time for a dataset.`,
  );
