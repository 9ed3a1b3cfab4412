/**
 * A job that failed or was cancelled, once more: a new job, asked for as the first one was, by whoever asks now. So
 * rights, the state of the datasets and whether jobs are on are checked as they are today, and the old job keeps its
 * log.
 */
import { JobStatus } from "#schemas";

import { AccessLevel } from "../base/access-level.ts";
import { MissingError, RequestError } from "../base/errors.ts";
import { workerHandler } from "../domain/job-status.ts";
import type { JobRecord, Meta } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";
import type { ConfigurationService } from "./configuration.service.ts";
import type { JobService, JobView } from "./job.service.ts";
import { batchType } from "./jobs/batch-type.ts";
import type { JobHandlers, JobKind } from "./jobs/job-handlers.ts";
import { joiningOf, newJoin } from "./jobs/join-cameras.ts";
import type { MediaCheckService } from "./media-check.service.ts";
import type { PipelineService } from "./pipeline.service.ts";
import type { RpcService } from "./rpc.service.ts";
import type { TrainingService } from "./training.service.ts";

interface RetryServices {
  access: AccessService;
  configuration: ConfigurationService;
  jobs: JobService;
  mediaCheck: MediaCheckService;
  pipelines: PipelineService;
  rpc: RpcService;
  trainings: TrainingService;
}

const retryable: readonly number[] = [JobStatus.error, JobStatus.canceled];

export class JobRetryService {
  readonly #services: RetryServices;
  readonly #handlers: JobHandlers;

  constructor(services: RetryServices, handlers: JobHandlers) {
    this.#services = services;
    this.#handlers = handlers;
  }

  /** @returns the new job */
  async retry(actor: Actor, id: string): Promise<JobView> {
    const { jobs } = this.#services;
    const { record } = await jobs.get(actor, id, AccessLevel.write);
    if (!retryable.includes(record.status)) {
      throw new RequestError("Only a job that failed or was cancelled can run again.");
    }
    try {
      return await this.#start(actor, record);
    } catch (error) {
      if (!(error instanceof MissingError)) throw error;
      throw new RequestError(
        `This job cannot run again: the ${error.model} that it is about is gone (${error.id}).`,
        400,
        "missing",
      );
    }
  }

  async #start(actor: Actor, record: JobRecord): Promise<JobView> {
    const { rpc } = this.#services;
    if (record.type === batchType) {
      const { folderId, skipJobs, limit } = record.params ?? {};
      const options = { skipJobs: skipJobs === true, limit: Number(limit) || 0 };
      return { record: await rpc.startBatch(actor, String(folderId), options), level: AccessLevel.admin };
    }
    const { kind, task } = record.kwargs;
    if (record.handler !== workerHandler || typeof task !== "object" || task === null) throw notHere();
    return await this.#startAgain(actor, kind as JobKind, task as Meta, record.params ?? {});
  }

  /** @param task of a stored job: what it names is looked up with the rights of the actor */
  async #startAgain(actor: Actor, kind: JobKind, task: Meta, params: Meta): Promise<JobView> {
    const { pipelines, trainings } = this.#services;
    switch (kind) {
      case "pipeline":
        return await pipelines.run(actor, {
          folderId: String(task["folderId"]),
          pipeline: (params["pipeline"] ?? {}) as Meta,
          pipelineParams: { kwiverParams: task["parameters"] },
          forceTranscoded: task["forceTranscoded"] === true,
        });
      case "training":
        return await trainings.train(actor, {
          pipelineName: String(task["name"]),
          config: String(task["configuration"]),
          annotatedFramesOnly: task["annotatedFramesOnly"] === true,
          forceTranscoded: task["forceTranscoded"] === true,
          body: {
            folderIds: params["dataset_input_list"],
            labelText: task["labels"],
            ...(task["fineTuneFolderId"] !== undefined && { fineTuneModel: { folderId: task["fineTuneFolderId"] } }),
          },
        });
      case "export-model":
        return await trainings.exportModel(actor, String(task["modelFolderId"]), String(task["targetFolderId"]));
      case "convert-images":
      case "convert-large-image":
      case "check-video":
      case "convert-video":
      case "extract-archive":
        return await this.#convertAgain(actor, kind, task);
      case "join-cameras":
        return await this.#joinAgain(actor, task);
      // Where addons are listed one sees which of them are wanted now.
      default:
        throw notHere();
    }
  }

  async #convertAgain(
    actor: Actor,
    kind: "check-video" | "convert-images" | "convert-large-image" | "convert-video" | "extract-archive",
    task: Meta,
  ): Promise<JobView> {
    const { folderId, itemId } = task;
    const { access, configuration, jobs, mediaCheck } = this.#services;
    const { record: folder } = await access.requireFolder(actor, String(folderId), AccessLevel.write);
    const item =
      itemId === undefined ? undefined : (await access.requireItem(actor, String(itemId), AccessLevel.write)).item;
    // An archive that is unpacked lies beside what it held; only the job can tell whether it was.
    if (item !== undefined && item.folderId !== folder.id && kind !== "extract-archive")
      throw new RequestError(`${item.name} has been moved.`);
    await configuration.refuseWhileDisabled();
    await this.#handlers.requireRunnable(kind, actor.user);
    const joins = joiningOf(task);
    const after = joins === undefined ? {} : { joins };
    return await jobs.get(actor, await mediaCheck.startAgain(actor, kind, folder, item, after), AccessLevel.read);
  }

  async #joinAgain(actor: Actor, task: Meta): Promise<JobView> {
    const { access, configuration, jobs } = this.#services;
    const joins = joiningOf({ joins: task });
    if (joins === undefined) throw notHere();
    const { record: folder } = await access.requireFolder(actor, joins.folderId, AccessLevel.write);
    await configuration.refuseWhileDisabled();
    await this.#handlers.requireRunnable("join-cameras", actor.user);
    const { id } = await jobs.create(newJoin(this.#handlers, actor, `Joining the cameras of ${folder.name}`, joins));
    return await jobs.get(actor, id, AccessLevel.read);
  }
}

function notHere(): RequestError {
  return new RequestError("This job cannot run again from here: start it where it was started.");
}
