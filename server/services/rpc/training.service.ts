/** Training pipelines on annotated datasets, and exporting trained ones (api-v1 16.4, 16.5, 17.2). */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { capability } from "../../domain/capability.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import { findCameraParent } from "../datasets/camera-parent.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import { requireDataset } from "../tree/dataset-folder.ts";
import type { JobView } from "../jobs/job.service.ts";
import { exportModel } from "../jobs/kinds/export-model.ts";
import { findTrainedFolder, type TrainingRequest, trainModel } from "../jobs/kinds/training.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import { checkName } from "../tree/names.ts";
import { isTrainedHere, listTrainedPipelines, namesOfTrained } from "../pipelines/trained-pipelines.ts";

interface TrainingDeps {
  access: AccessService;
  configuration: ConfigurationService;
}

export interface TrainingChoices {
  training: { configs: string[]; default: string };
  models: Record<string, { name: string; type: string; folderId: string }>;
}

/** Characters of a label file. */
const maxLabelTextLength = 1024 * 1024;

export class TrainingService {
  readonly #ports: Ports;
  readonly #services: TrainingDeps;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, services: TrainingDeps, registry: JobRegistry) {
    this.#ports = ports;
    this.#services = services;
    this.#registry = registry;
  }

  /** Configurations that can be trained, and models that a training can start from. */
  async choices(actor: Actor): Promise<TrainingChoices> {
    const user = requireUser(actor);
    if (!(await this.#registry.canRun(trainModel, user))) return { training: { configs: [], default: "" }, models: {} };
    const configs = [...(await this.#registry.offersFor(trainModel, user)).configurations];
    const models: TrainingChoices["models"] = {};
    const folderIds = new Set((await listTrainedPipelines(this.#ports, actor)).map(({ folderId }) => folderId));
    for (const folder of await this.#ports.database.folders.findMany([...folderIds].filter((id) => id !== null))) {
      models[folder.name] = { name: folder.name, type: ".zip", folderId: folder.id };
    }
    return { training: { configs, default: configs[0] ?? "" }, models };
  }

  /** @returns the job, which waits for a worker */
  async train(
    actor: Actor,
    { pipelineName, config, annotatedFramesOnly, forceTranscoded, body }: TrainingRequest,
  ): Promise<JobView> {
    const user = requireUser(actor);
    const { folderIds, labelText, fineTuneModel } = (body ?? {}) as Readonly<Record<string, unknown>>;
    const folders = await this.#requireFolders(actor, folderIds);
    await this.#services.configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(trainModel, user);
    for (const folder of folders) await refuseCameras(this.#ports.database, folder);
    const name = checkName(pipelineName, "Folder");
    const { training } = await this.choices(actor);
    if (!training.configs.includes(config)) throw new RequestError(`There is no training configuration ${config}.`);
    if (labelText !== undefined && (typeof labelText !== "string" || labelText.length > maxLabelTextLength)) {
      throw new RequestError(`labelText must be a text of at most ${maxLabelTextLength} characters.`);
    }
    const heads = await this.#ports.database.annotations.heads(folders.map(({ id }) => id));
    const task = {
      datasets: folders.map(({ id }) => ({ folderId: id, revision: heads.get(id) ?? 0 })),
      name,
      configuration: config,
      annotatedFramesOnly,
      forceTranscoded,
      ...(labelText !== undefined && labelText !== "" && { labels: labelText as string }),
      ...(await this.#fineTuneOf(actor, fineTuneModel)),
    };
    const { record } = await this.#registry.start(trainModel, actor, task, {
      needs: capability.training(config),
      params: {
        dataset_input_list: folders.map(({ id }) => id),
        pipeline_name: name,
        config,
        force_transcoded: forceTranscoded,
      },
      onlyIf: (tx) => refuseNameTaken(tx, user, name),
    });
    return { record, level: AccessLevel.admin };
  }

  /** @returns the job that writes `model.onnx` into the folder, or an addon if the built-in trainer made the model */
  async exportModel(actor: Actor, modelFolderId: string, targetFolderId: string): Promise<JobView> {
    const { access, configuration } = this.#services;
    const { record: model } = await access.requireFolder(actor, modelFolderId);
    const { record: target } = await access.requireFolder(actor, targetFolderId, AccessLevel.write);
    const user = requireUser(actor);
    await configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(exportModel, user);
    if (!datasetOf(model).isTrainedPipeline) throw new RequestError(`${model.name} is not a trained pipeline.`);
    const isOurs = isTrainedHere(this.#ports, await namesOfTrained(this.#ports, model));
    const { has } = await this.#registry.offersFor(exportModel, user);
    if (!isOurs && !has.includes(capability.exporting)) {
      throw new RequestError(`${model.name} cannot be exported: no program of the site makes an ONNX file of it.`);
    }
    const task = { modelFolderId: model.id, targetFolderId: target.id, isAddon: isOurs };
    const { record } = await this.#registry.start(exportModel, actor, task, {
      subject: { folder: model.name },
      // Every worker can export models of the built-in trainer.
      ...(!isOurs && { needs: capability.exporting }),
      datasetId: target.id,
      params: { input_folder: model.id, output_folder: target.id },
    });
    return { record, level: AccessLevel.admin };
  }

  async #requireFolders(actor: Actor, ids: unknown): Promise<FolderRecord[]> {
    if (!Array.isArray(ids) || ids.length === 0) throw new RequestError("No folderIds in param");
    const folders: FolderRecord[] = [];
    for (const id of new Set(ids as unknown[])) {
      const refusal = new RequestError(`Cannot access folder ${String(id).slice(0, 100)}`);
      if (typeof id !== "string" || !isObjectId(id)) throw refusal;
      const folder = await this.#services.access.requireFolder(actor, id).catch((error: unknown) => {
        throw error instanceof Error && "type" in error ? refusal : error;
      });
      folders.push(folder.record);
    }
    return folders;
  }

  async #fineTuneOf(actor: Actor, given: unknown): Promise<{ fineTuneFolderId?: string }> {
    const { folderId } = (given ?? {}) as { folderId?: unknown };
    if (given === undefined || given === null) return {};
    if (typeof folderId !== "string") throw new RequestError("fineTuneModel names no model: its folderId is missing.");
    const { record } = await this.#services.access.requireFolder(actor, folderId);
    if (!datasetOf(record).isTrainedPipeline) throw new RequestError(`${record.name} is not a trained pipeline.`);
    return { fineTuneFolderId: record.id };
  }
}

async function refuseCameras(db: Repositories, folder: FolderRecord): Promise<void> {
  if (requireDataset(folder).type === "multi") {
    throw new RequestError("Training is not supported on stereoscopic or multicamera datasets");
  }
  if ((await findCameraParent(db, folder)) !== undefined) {
    throw new RequestError("Training is not supported on cameras within a multicamera dataset");
  }
}

async function refuseNameTaken(tx: Repositories, user: UserRecord, name: string): Promise<void> {
  const parent = await findTrainedFolder(tx, user);
  const existing = parent && (await tx.folders.findByName({ type: "folder", id: parent.id }, name));
  if (existing === undefined) return;
  throw new RequestError(`Output pipeline "${name}" already exists, please choose a different name`);
}
