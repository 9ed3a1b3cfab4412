/** Reports of an import from a media source: what it did, or in a dry run what it would do. */
import { counted } from "../../../../base/counted.ts";
import type { Repositories } from "../../../../ports/database.ts";
import type { MediaSourceRecord } from "../../../../ports/media-source.repository.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FolderRecord } from "../../../../ports/records.ts";
import type { WorkerRun } from "../../job-run.ts";
import type { DatasetEntry } from "../planned-dataset.ts";
import { DatasetNames } from "./names.ts";
import type { SourcePlan } from "./plan.ts";

/** Entries go to the log, and to the ledgers of the datasets. */
export async function reportImport(
  ports: Ports,
  run: WorkerRun,
  destination: FolderRecord,
  { imports, entries }: SourcePlan,
  attached: readonly DatasetEntry[],
  failures: readonly string[],
): Promise<void> {
  for (const { folderId = destination.id, entry } of attached) entries.add(folderId, entry);
  await entries.store(ports, run);
  for (const failure of failures) await run.log(failure);
  await run.log(`${counted(imports.length, "dataset")}, ${newDatasetCount({ imports })} new.`);
}

export async function reportDryRun(
  database: Repositories,
  { log, progress, signal }: Pick<WorkerRun, "log" | "progress" | "signal">,
  destination: FolderRecord,
  plan: SourcePlan,
): Promise<void> {
  const { imports, annotations, entries } = plan;
  const names = new DatasetNames(database, destination);
  for (const [index, { dataset, existing, target, files }] of imports.entries()) {
    signal.throwIfAborted();
    progress(index, imports.length, dataset.name);
    if (existing === undefined) {
      await log(`${await names.take(target)} would be a new dataset of ${counted(files.length, "file")}.`);
    } else if (files.length > 0) {
      await log(`${existing.name} would get ${counted(files.length, "new file")}.`);
    }
  }
  const withoutAnnotations = new Set(imports.filter((one) => !one.hasAnnotations).map(({ dataset }) => dataset));
  for (const { path, about } of annotations) {
    const into = about.filter(({ of }) => withoutAnnotations.has(of)).map(({ of }) => of.name);
    const why = into.length === 0 ? "to find what they are about" : `into ${into.join(", ")}`;
    await log(`${path} would be read for annotations, ${why}.`);
  }
  for (const line of entries.lines()) await log(line);
  const [all, added] = [counted(imports.length, "dataset"), newDatasetCount(plan)];
  await log(`Dry run: nothing was made or changed. ${all}, ${added} would be new.`);
}

const newDatasetCount = ({ imports }: Pick<SourcePlan, "imports">): number =>
  imports.filter(({ existing }) => existing === undefined).length;

/** A misspelled folder must not look like a successful import. */
export function emptyFolderText({ name }: MediaSourceRecord, folder: string): string {
  if (folder === "") return `There are no files in ${name}: nothing was imported.`;
  return `There are no files in ${folder} of ${name}: nothing was imported. Check the spelling of the folder; capitals matter, and links are not followed.`;
}
