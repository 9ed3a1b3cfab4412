/**
 * Unpacks an uploaded archive and imports its content (api-v1 21.7): exported datasets, or media with their annotation
 * files. Everything in the archive except names is verified before use. `imports/archive/` has the steps.
 */
import { joinedLater } from "#schemas/media-ledger";

import { AccessLevel } from "../../../base/access-level.ts";
import { type Checked, object, text } from "../../../domain/body-check.ts";
import type { JobRecord } from "../../../ports/records.ts";
import { type ArchivedAnnotationDeps, attachAnnotations } from "../imports/annotations/attach.ts";
import { findAnnotations } from "../imports/annotations/recognize.ts";
import { type ApplyDeps, checkMedia, fileCountOf, type Targets, unpackArchive } from "../imports/archive/apply.ts";
import { planArchive } from "../imports/archive/plan.ts";
import { readArchive } from "../imports/archive/read.ts";
import { entriesByFolder, failureText, noDatasetReason, reportArchive } from "../imports/archive/report.ts";
import type { PlannedDataset } from "../imports/planned-dataset.ts";
import type { QueuedJob } from "../job-definition.ts";
import { repeatConversion } from "../repeat-conversion.ts";
import { JobError } from "../job-error.ts";
import type { WorkerRun } from "../job-run.ts";
import { areReady, join, joinCameras, type JoinCamerasTask, type JoinCamerasDeps, offerJoin } from "./join-cameras.ts";

const parameters = object({ folderId: text, itemId: text }, "drop");
type ExtractArchiveTask = Checked<typeof parameters>;

export type ExtractDeps = JoinCamerasDeps & ArchivedAnnotationDeps & ApplyDeps;

export const extractArchive: QueuedJob<ExtractArchiveTask, ExtractDeps> = {
  kind: "extract-archive",
  queue: "convert",
  isSmall: true,
  parameters,
  title: (_task, { folder = "", item = "" }) => `Extracting ${item} to folder ${folder}`,
  wireType: "convert",
  key: ({ itemId }) => itemId,
  repeat: async (asked, deps) => await repeatConversion(extractArchive, asked, deps, { mayHaveMoved: true }),
  async run(run, deps) {
    const { task, job, actor, progress, signal } = run;
    const { ports, access, limits, work } = deps;
    const { folderId, itemId } = task;
    const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write);
    const plan = planArchive(await readArchive(ports, itemId, limits.maxArchiveBytes), folder);
    const { datasets, annotations } = plan;
    if (datasets.length === 0) {
      throw new JobError(noDatasetReason(plan, await findAnnotations(work, annotations, signal)));
    }
    const targets = await unpackArchive(deps, run, folder, itemId, plan);
    const fileCount = fileCountOf(datasets);
    progress(fileCount, fileCount, "Importing");
    const rigs = rigsOf(targets, itemId, job);
    const { madeCount, incomplete } = await checkMedia(deps, run, targets, rigs);
    if (madeCount === 0 || (rigs.size > 0 && incomplete.length > 0)) {
      throw new JobError(incomplete.map(failureText).join("\n"));
    }
    const attached = await attachAnnotations(deps, run, annotations, targets);
    await reportArchive(ports, run, targets, entriesByFolder(folder.id, plan, incomplete, attached));
    await joinRigs(deps, run, rigs);
  },
};

/** The multi-camera datasets, and how the cameras of each are joined. */
function rigsOf(targets: Targets, itemId: string, job: JobRecord): Map<PlannedDataset, JoinCamerasTask> {
  const rigs = new Map<PlannedDataset, JoinCamerasTask>();
  for (const [dataset, folderId] of targets) {
    if (folderId === undefined || dataset.rig === undefined) continue;
    const cameras = [...targets].flatMap(([{ name, parent }, id]): [string, string][] =>
      parent === dataset ? [[name, id ?? ""]] : [],
    );
    const place = { itemId, place: dataset.place.folder };
    rigs.set(dataset, { folderId, ...place, cameras: Object.fromEntries(cameras), unpackedBy: job.id });
  }
  return rigs;
}

/** Joins cameras whose media can be shown, and leaves the others to a job after their conversions. Ends this job. */
async function joinRigs(
  deps: ExtractDeps,
  run: WorkerRun,
  rigs: ReadonlyMap<PlannedDataset, JoinCamerasTask>,
): Promise<void> {
  const { ports, registry } = deps;
  const waiting: JoinCamerasTask[] = [];
  for (const [rig, joins] of rigs) {
    if (await areReady(ports.database, joins)) {
      await join(deps, run, rig, joins);
      continue;
    }
    waiting.push(joins);
    await run.log(`${rig.name}: ${joinedLater}`);
  }
  let next: readonly JobRecord[] = [];
  const places = waiting.map((joins) => ({ dataset: joins.folderId }));
  await run.succeed(places, async (tx) => {
    const offered: JobRecord[] = [];
    for (const joins of waiting) {
      // Conversions that ended meanwhile have left it to this job.
      const job = await offerJoin(tx, registry, run.actor, joins);
      if (job !== undefined) offered.push(job);
    }
    // The transaction may be repeated: only the jobs of its last run are stored.
    next = offered;
  });
  for (const job of next) await registry.begin(joinCameras, run.actor, job);
}
