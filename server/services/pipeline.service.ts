/** Pipelines: which there are, and starting one on a dataset (api-v1 16.3, 17.1). */
import type { Pipe, PipelineCategory } from "#schemas";

import { AccessLevel } from "../base/access-level.ts";
import { RequestError } from "../base/errors.ts";
import { capability } from "../domain/capability.ts";
import {
  checkParameters,
  isForSeveralCameras,
  type ParameterValues,
  type PipelineDescription,
  pipelineCategories,
  pipeOf,
} from "../domain/pipeline.ts";
import type { Ports } from "../ports/index.ts";
import type { FolderRecord, UserRecord } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import { requireUser, type Actor } from "./actor.ts";
import type { AttachmentService } from "./attachment.service.ts";
import { findCameraParent } from "./camera-parent.ts";
import type { ConfigurationService } from "./configuration.service.ts";
import { requireDataset } from "./dataset-folder.ts";
import type { JobView } from "./job.service.ts";
import { type PipelineTask, runPipeline } from "./jobs/kinds/pipeline.ts";
import type { JobRegistry } from "./jobs/registry.ts";
import type { PipelineRequest } from "./pipeline-request.ts";
import { requirePair } from "./pipeline-pair.ts";
import { isTrainedHere, listTrainedPipelines, namesOfTrained } from "./trained-pipelines.ts";

interface FoundPipe {
  readonly description: PipelineDescription;
  readonly pipe: Pipe;
  /** What a worker must have to run it; absent: every one can. */
  readonly needs: string | undefined;
}

interface PipelineServices {
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
  readonly #services: PipelineServices;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, services: PipelineServices, registry: JobRegistry) {
    this.#ports = ports;
    this.#services = services;
    this.#registry = registry;
  }

  /**
   * By category. While pipelines are off, only those are there that users have trained: they can be looked at and
   * deleted.
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
    const { description, pipe, needs } = await this.#requirePipe(actor, user, request.pipeline);
    const dataset = requireDataset(folder);
    refuseUnfit(dataset.type, pipe.type);
    const parameters = parametersOf(description, request.pipelineParams ?? {});
    const revision = await this.#ports.database.annotations.head(folder.id);
    const pair =
      pipe.type === "measurement" && (await requirePair(this.#ports, { access, attachments }, actor, folder));
    const task: PipelineTask = {
      ...{ folderId: folder.id, pipe: pipe.pipe, name: pipe.name, parameters, revision, forceTranscoded },
      ...(pipe.folderId !== null && { modelFolderId: pipe.folderId }),
      ...(pair !== false && { pair }),
    };
    const { record, isNew } = await this.#registry.start(runPipeline, actor, task, {
      subject: { folder: await this.#titleOf(folder) },
      ...(needs !== undefined && { needs }),
      datasetId: folder.id,
      access: await this.#ports.database.access.list("folder", folder.id),
      params: {
        ...{ input_folder: folder.id, input_revision: revision, force_transcoded: forceTranscoded },
        pipeline: { ...pipe, metadata: undefined },
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
    // Brackets in an address say nothing where there is nothing.
    if (folderId !== null && folderId !== "" && folderId !== "null") throw noSuchPipeline(type, pipe);
    const { pipelines } = await this.#registry.offersFor(runPipeline, user);
    const description = pipelines.find((one) => one.pipe === pipe);
    const found = description && pipeOf(description);
    if (description === undefined || found === undefined || found.type !== type) throw noSuchPipeline(type, pipe);
    return { description, pipe: found, needs: capability.pipeline(description.pipe) };
  }

  async #requireTrained(actor: Actor, user: UserRecord, pipe: unknown, folderId: unknown): Promise<FoundPipe> {
    const trained = await listTrainedPipelines(this.#ports, actor);
    const found = trained.find((one) => one.pipe === pipe && one.folderId === folderId);
    if (found === undefined) throw noSuchPipeline("trained", pipe);
    const files = await namesOfTrained(this.#ports, { id: found.folderId ?? "" });
    const needs = isTrainedHere(this.#ports, files) ? undefined : capability.trained;
    if (needs !== undefined && !(await this.#registry.offersFor(runPipeline, user)).has.includes(needs)) {
      throw new RequestError("Nothing here runs trained pipelines: no program of the site does.");
    }
    return { description: { pipe: found.pipe, description: null, parameters: [] }, pipe: found, needs };
  }

  async #titleOf(folder: FolderRecord): Promise<string> {
    const found = await findCameraParent(this.#ports.database, folder);
    return found === undefined ? folder.name : `${found.parent.name} with camera: ${found.name}`;
  }
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

function parametersOf(description: PipelineDescription, params: Readonly<Record<string, unknown>>): ParameterValues {
  const { kwiverParams = {}, outputDatasetName = "" } = params;
  if (typeof kwiverParams !== "object" || kwiverParams === null || Array.isArray(kwiverParams)) {
    throw new RequestError("kwiverParams must be an object.");
  }
  if (outputDatasetName !== "" && outputDatasetName !== null) {
    throw new RequestError("The result becomes a revision of the dataset itself. Clone it first to keep them apart.");
  }
  const checked = checkParameters(description.parameters, kwiverParams);
  if (!checked.ok) throw new RequestError(checked.message);
  return checked.values;
}

const isRunning = ({ id }: FolderRecord): RequestError =>
  new RequestError(
    `A pipeline for ${id} is already running. Only one outstanding job may be run at a time for a dataset.`,
  );
