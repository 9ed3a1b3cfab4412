/**
 * Joins the cameras of an archive into one dataset, once all media can be shown: in the job that unpacks or, if
 * something has to be converted first, in a separate job. The last conversion creates that job in the transaction in
 * which it ends, so a worker that dies on the way loses nothing.
 */
import { hasEnded } from "#schemas/job-status";
import { AccessLevel } from "../../../base/access-level.ts";
import { type Checked, mapOf, object, optional, text } from "../../../domain/body-check.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import type { Repositories } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FolderRecord, JobRecord } from "../../../ports/records.ts";
import type { Actor } from "../../access/actor.ts";
import type { AttachmentService } from "../../datasets/attachment.service.ts";
import type { DatasetService } from "../../datasets/dataset.service.ts";
import type { MultiCamService } from "../../datasets/multicam.service.ts";
import { addExtraFiles } from "../imports/archive/extra-files.ts";
import { planArchive } from "../imports/archive/plan.ts";
import { readArchive } from "../imports/archive/read.ts";
import type { PlannedDataset } from "../imports/planned-dataset.ts";
import type { RepeatDeps } from "../repeat-conversion.ts";
import type { QueuedJob } from "../job-definition.ts";
import type { JobRegistry } from "../registry.ts";
import { JobError } from "../job-error.ts";
import type { WorkerRun } from "../job-run.ts";

const parameters = object(
  {
    /** The folder with the cameras, which becomes the dataset. */
    folderId: text,
    /** The archive, and where in it the dataset is stored. */
    itemId: text,
    place: text,
    /** The folder of each camera. */
    cameras: mapOf(text),
    /** The job that unpacks: before its end there may be cameras that it has not processed. */
    unpackedBy: text,
  },
  "drop",
);
export type JoinCamerasTask = Checked<typeof parameters>;

/** Passed to conversion tasks in addition to their own parameters: what follows them. */
export const joining = { joins: optional(parameters) };
export interface Joining {
  readonly joins?: JoinCamerasTask;
}

export interface JoinLimits {
  readonly maxArchiveBytes: number;
  readonly maxUploadBytes: number;
}

export interface JoinCamerasDeps extends RepeatDeps {
  readonly ports: Ports;
  readonly attachments: AttachmentService;
  readonly datasets: DatasetService;
  readonly multiCams: MultiCamService;
  readonly limits: JoinLimits;
}

/** The job for cameras whose media had to be converted. */
export const joinCameras: QueuedJob<JoinCamerasTask, JoinCamerasDeps> = {
  kind: "join-cameras",
  queue: "convert",
  isSmall: true,
  parameters,
  title: (_task, { folder = "" }) => `Joining the cameras of ${folder}`,
  wireType: "convert",
  key: ({ folderId }) => folderId,
  async repeat({ actor, task }, { access, configuration, jobs, registry }) {
    const { record: folder } = await access.requireFolder(actor, task.folderId, AccessLevel.write);
    await configuration.refuseWhileDisabled();
    await registry.requireRunnable(joinCameras, actor.user);
    const { id } = await registry.startOnFolder(joinCameras, actor, task, folder);
    return await jobs.get(actor, id, AccessLevel.read);
  },
  async run(run, deps) {
    const { ports, access, limits } = deps;
    const joins = run.task;
    const { record: folder } = await access.requireFolder(run.actor, joins.folderId, AccessLevel.write);
    await access.requireItem(run.actor, joins.itemId, AccessLevel.read);
    const { datasets } = planArchive(await readArchive(ports, joins.itemId, limits.maxArchiveBytes), folder);
    const rig = datasets.find((one) => one.rig !== undefined && one.place.folder === joins.place);
    if (rig === undefined) throw new JobError("The archive no longer contains these cameras.");
    await join(deps, run, rig, joins);
    await run.log(`${Object.keys(joins.cameras).join(", ")} are one dataset now: ${folder.name}.`);
    await run.succeed([], async () => undefined);
  },
};

const startOf = ({ id, name }: FolderRecord) => ({
  subject: { folder: name },
  datasetId: id,
  params: { input_folder: id },
});

/** When repeated, it does the remaining work. */
export async function join(
  { ports, attachments, datasets, multiCams, limits }: JoinCamerasDeps,
  run: WorkerRun,
  one: PlannedDataset,
  { folderId, cameras: folders }: JoinCamerasTask,
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
  await addExtraFiles(ports, attachments, run, folderId, one, limits.maxUploadBytes);
}

/** Whether the media of all cameras can be shown. */
export async function areReady(db: Repositories, { cameras }: JoinCamerasTask): Promise<boolean> {
  for (const id of Object.values(cameras)) {
    const folder = await db.folders.find(id);
    if (folder === undefined || !datasetOf(folder).isDataset) return false;
  }
  return true;
}

/**
 * Creates the job if nothing is left to wait for. @returns the job, which starts when the transaction has committed
 */
export async function offerJoin(
  tx: Repositories,
  registry: JobRegistry,
  actor: Actor,
  task: JoinCamerasTask,
): Promise<JobRecord | undefined> {
  const folder = await tx.folders.find(task.folderId);
  if (folder === undefined || datasetOf(folder).multiCam !== undefined || !(await areReady(tx, task))) return undefined;
  const { record, isNew } = await registry.startWithin(tx, joinCameras, actor, task, startOf(folder));
  return isNew ? record : undefined;
}

/** A conversion after which cameras may be joined. */
export function withJoin<Task extends Joining & object, Deps extends Pick<JoinCamerasDeps, "ports" | "registry">>(
  convert: QueuedJob<Task, Deps>["run"],
): QueuedJob<Task, Deps>["run"] {
  return async (run, deps) => {
    const { joins } = run.task;
    if (joins === undefined) return await convert(run, deps);
    const { ports, registry } = deps;
    let next: JobRecord | undefined;
    const succeed: WorkerRun["succeed"] = async (scope, work) =>
      // Of conversions that end at the same time, and the job that unpacks, the last one sees that all are ready.
      await run.succeed([scope, { dataset: joins.folderId }].flat(), async (tx) => {
        // The transaction may be repeated: only the job of its last run is stored.
        next = undefined;
        await work(tx);
        const unpacking = await tx.jobs.find(joins.unpackedBy);
        // The unpacking job does it itself.
        if (unpacking !== undefined && !hasEnded(unpacking)) return;
        next = await offerJoin(tx, registry, run.actor, joins);
      });
    try {
      await convert({ ...run, succeed }, deps);
    } catch (error) {
      const folder = error instanceof JobError ? await ports.database.folders.find(joins.folderId) : undefined;
      if (folder !== undefined) {
        await run.log(
          `The cameras of ${folder.name} are joined only after all are converted: fix the failed conversion, and run this job again.`,
        );
      }
      throw error;
    }
    if (next !== undefined) await registry.begin(joinCameras, run.actor, next);
  };
}
