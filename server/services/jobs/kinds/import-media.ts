/**
 * Makes datasets of the content of a media source, in place: nothing is copied. Running it again adds new files,
 * follows changes and reports missing files; annotations stay. A dry run only reports all of that, in the log of the
 * job.
 */
import { AccessLevel } from "../../../base/access-level.ts";
import { boolean, type Checked, object, optional, text } from "../../../domain/body-check.ts";
import { type Actor, requireSiteAdmin } from "../../access/actor.ts";
import { attachAnnotations, type ArchivedAnnotationDeps, savesOfJob } from "../imports/annotations/attach.ts";
import { applySourcePlan, type ApplyDeps } from "../imports/source/apply.ts";
import { listSource } from "../imports/source/files.ts";
import { planSource } from "../imports/source/plan.ts";
import { emptyFolderText, reportDryRun, reportImport } from "../imports/source/report.ts";
import type { QueuedJob } from "../job-definition.ts";
import type { JobView } from "../job.service.ts";
import { JobError } from "../job-error.ts";

const parameters = object(
  {
    sourceId: text,
    /** Ends with `/`; empty: the whole source. */
    folder: text,
    destinationId: text,
    /** Reports what would be created, and stores nothing. */
    dryRun: optional(boolean),
  },
  "drop",
);
export type ImportMediaTask = Checked<typeof parameters>;

export interface ImportMediaDeps extends ArchivedAnnotationDeps, ApplyDeps {
  readonly storages: { startImport(actor: Actor, task: ImportMediaTask): Promise<JobView> };
}

export const importMedia: QueuedJob<ImportMediaTask, ImportMediaDeps> = {
  kind: "import-media",
  queue: "convert",
  isSmall: true,
  parameters,
  title: ({ dryRun }, { folder = "", item = "" }) =>
    dryRun === true ? `Trying the import of ${item} into folder ${folder}` : `Importing ${item} into folder ${folder}`,
  wireType: "import",
  key: ({ sourceId, folder, destinationId, dryRun }) =>
    JSON.stringify([sourceId, folder, destinationId, ...(dryRun === true ? ["dry run"] : [])]),
  repeat: async ({ actor, task }, { storages }) => await storages.startImport(actor, task),
  async run(run, deps) {
    const { task, job, actor, signal, succeed } = run;
    const { ports, access } = deps;
    const { database } = ports;
    requireSiteAdmin(actor);
    const { record: destination } = await access.requireFolder(actor, task.destinationId, AccessLevel.write);
    const source = await database.mediaSources.find(task.sourceId);
    if (source === undefined) throw new JobError("The media source has been removed.");
    const listing = await listSource(ports, source, task.folder, destination, signal);
    const { found, imported, leftOut } = listing;
    if (found.size + imported.size + leftOut.length === 0) throw new JobError(emptyFolderText(source, task.folder));
    const datasetIds = new Set([...imported.values()].map(({ folder }) => folder.id));
    // An earlier attempt of this job may have stored some of a dataset's files: the others are still to come.
    const annotated = await database.annotations.heads([...datasetIds], savesOfJob(job));
    const plan = await planSource({ ...listing, sourceName: source.name, destination, annotated }, signal);
    if (task.dryRun === true) {
      await reportDryRun(database, run, destination, plan);
      return await succeed([], async () => undefined);
    }
    const { withoutAnnotations, failures } = await applySourcePlan(deps, run, source, destination, plan);
    const attached = await attachAnnotations(deps, run, plan.annotations, withoutAnnotations);
    await reportImport(ports, run, destination, plan, attached, failures);
    if (failures.length > 0 && failures.length === plan.imports.length) throw new JobError(failures.join("\n"));
    await succeed([], async () => undefined);
  },
};
