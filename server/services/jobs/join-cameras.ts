/**
 * Makes one dataset of the cameras of an archive. It is done when all media can be shown: by the job that unpacks, or,
 * where something has to be converted first, by a job of its own. The conversion that ends last leaves that job, in the
 * transaction in which it ends, so a worker that dies on the way takes nothing along.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isFinished, workerHandler } from "../../domain/job-status.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { JobRecord, Meta, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access.service.ts";
import { type Actor, requireUser } from "../actor.ts";
import type { AttachmentService } from "../attachment.service.ts";
import type { DatasetService } from "../dataset.service.ts";
import type { JobService, NewJob } from "../job.service.ts";
import type { MultiCamService } from "../multicam.service.ts";
import { addBesides } from "./archive-besides.ts";
import { type ArchiveImport, planArchive } from "./archive-imports.ts";
import type { JobHandlers } from "./job-handlers.ts";
import { JobError, type WorkerRun, type WorkerTask } from "./worker.ts";

export interface JoinCamerasTask {
  /** Holds the cameras, and becomes the dataset. */
  readonly folderId: string;
  /** The archive, and where in it the dataset lies. */
  readonly itemId: string;
  readonly place: string;
  /** The folder of each camera. */
  readonly cameras: Readonly<Record<string, string>>;
  /** The job that unpacks: before its end there may be cameras that it has not looked at. */
  readonly unpackedBy: string;
}

/** What tasks of conversions are given beside their own: what comes after them. */
export interface Joining {
  readonly joins?: JoinCamerasTask;
}

export interface JoinServices {
  access: AccessService;
  attachments: AttachmentService;
  datasets: DatasetService;
  multiCams: MultiCamService;
}

export interface JoinLimits {
  readonly maxArchiveBytes: number;
  readonly maxUploadBytes: number;
}

/** The job for cameras whose media had to be converted. */
export function joinCameras(ports: Ports, services: JoinServices, limits: JoinLimits): WorkerTask {
  return async (run) => {
    const { access } = services;
    const joins = joiningOf({ joins: run.job.kwargs["task"] });
    if (joins === undefined) throw new JobError("The job does not say which cameras are to be joined.");
    const { record: folder } = await access.requireFolder(run.actor, joins.folderId, AccessLevel.write);
    await access.requireItem(run.actor, joins.itemId, AccessLevel.read);
    const imports = await planArchive(ports, folder, joins.itemId, limits.maxArchiveBytes);
    const rig = imports.find((one) => one.rig !== undefined && one.place.folder === joins.place);
    if (rig === undefined) throw new JobError("The archive does not hold these cameras any more.");
    await join(ports, services, run, rig, joins, limits);
    await run.log(`${Object.keys(joins.cameras).join(", ")} are one dataset now: ${folder.name}.`);
    await run.succeed([], async () => undefined);
  };
}

/** Begun again, it does what is left to do. */
export async function join(
  ports: Ports,
  { attachments, datasets, multiCams }: JoinServices,
  run: WorkerRun,
  one: ArchiveImport,
  { folderId, cameras: folders }: JoinCamerasTask,
  { maxUploadBytes }: JoinLimits,
): Promise<void> {
  const { database } = ports;
  const { files, rig } = one;
  const folder = await database.folders.find(folderId);
  if (folder === undefined || rig === undefined) return;
  if (datasetOf(folder).multiCam === undefined) {
    const cameras: Record<string, { folderId: string; type: unknown }> = {};
    for (const name of rig.cameras) {
      const camera = await database.folders.find(folders[name] ?? "");
      cameras[name] = { folderId: camera?.id ?? "", type: camera === undefined ? "" : datasetOf(camera).type };
    }
    const [calibration] = files.keys();
    const item = calibration === undefined ? undefined : await database.items.findByName(folderId, calibration);
    const calibrated = item === undefined ? {} : { calibrationFileId: item.id };
    const body = { ...rig.request, name: folder.name, cameras, ...calibrated };
    const { warnings } = await multiCams.create(run.actor, folderId, body);
    for (const warning of warnings) await run.log(`${folder.name}: ${warning}`);
  }
  await datasets.update(run.actor, folderId, rig.configuration);
  await addBesides(ports, attachments, run, folderId, one, maxUploadBytes);
}

/** Whether the media of all cameras can be shown. */
export async function areReady(db: Repositories, { cameras }: JoinCamerasTask): Promise<boolean> {
  for (const id of Object.values(cameras)) {
    const folder = await db.folders.find(id);
    if (folder === undefined || !datasetOf(folder).isDataset) return false;
  }
  return true;
}

export function newJoin(handlers: JobHandlers, actor: Actor, title: string, task: JoinCamerasTask): NewJob {
  const user: UserRecord = requireUser(actor);
  return {
    title,
    ...handlers.queued("join-cameras", "convert", user, task),
    handler: workerHandler,
    userId: user.id,
    datasetId: task.folderId,
    params: { user_id: user.id, user_login: user.login, input_folder: task.folderId },
  };
}

/** Leaves the job when there is nothing else to wait for. @returns it: its owner is told when the transaction is through */
export async function offerJoin(
  tx: Repositories,
  jobs: JobService,
  handlers: JobHandlers,
  actor: Actor,
  task: JoinCamerasTask,
): Promise<JobRecord | undefined> {
  const folder = await tx.folders.find(task.folderId);
  if (folder === undefined || datasetOf(folder).multiCam !== undefined || !(await areReady(tx, task))) return undefined;
  return await jobs.createWithin(tx, newJoin(handlers, actor, `Joining the cameras of ${folder.name}`, task));
}

/** A conversion after which cameras may be joined. */
export function thenJoin(ports: Ports, jobs: JobService, handlers: () => JobHandlers, task: WorkerTask): WorkerTask {
  return async (run) => {
    const joins = joiningOf(run.job.kwargs["task"]);
    if (joins === undefined) return await task(run);
    let next: JobRecord | undefined;
    const succeed: WorkerRun["succeed"] = async (scope, work) =>
      // Of conversions that end at the same time, and what unpacks them, the last one sees that all are ready.
      await run.succeed([scope, { dataset: joins.folderId }].flat(), async (tx) => {
        await work(tx);
        const unpacking = await tx.jobs.find(joins.unpackedBy);
        // The one that unpacks sees to it itself.
        if (unpacking !== undefined && !isFinished(unpacking.status)) return;
        next = await offerJoin(tx, jobs, handlers(), run.actor, joins);
      });
    try {
      await task({ ...run, succeed });
    } catch (error) {
      const folder = error instanceof JobError ? await ports.database.folders.find(joins.folderId) : undefined;
      if (folder !== undefined) {
        await run.log(
          `The cameras of ${folder.name} are joined only when all are converted: mend it, and run this job again.`,
        );
      }
      throw error;
    }
    if (next !== undefined) await jobs.announce(next);
  };
}

/**
 * @param task of a stored job, which may have been written by anybody: what it names is looked up with the rights of
 * who runs it
 */
export function joiningOf(task: unknown): JoinCamerasTask | undefined {
  const { joins } = (task ?? {}) as { joins?: Meta };
  if (typeof joins !== "object" || joins === null) return undefined;
  const { folderId, itemId, place, cameras, unpackedBy } = joins;
  const texts = [folderId, itemId, place, unpackedBy];
  const isWhole = texts.every((text) => typeof text === "string") && typeof cameras === "object" && cameras !== null;
  if (!isWhole || !Object.values(cameras).every((id) => typeof id === "string")) return undefined;
  return { folderId, itemId, place, cameras, unpackedBy } as JoinCamerasTask;
}
