/**
 * Compares a media source with the datasets that imports have made of it: lists missing, changed and new files, and
 * records on the datasets the state of their files. Changes nothing else; only an import does.
 */
import { counted } from "../../../base/counted.ts";
import { boolean, type Checked, object, optional, text } from "../../../domain/body-check.ts";
import { isMediaName } from "../../../domain/file-kinds.ts";
import type { Ports } from "../../../ports/index.ts";
import type { MediaObject } from "../../../ports/media-source.ts";
import type { FolderRecord } from "../../../ports/records.ts";
import { type Actor, requireSiteAdmin } from "../../access/actor.ts";
import { sourceOf } from "../../content/open-content.ts";
import type { QueuedJob } from "../job-definition.ts";
import type { JobView } from "../job.service.ts";
import { type FileState, logLines, recordState, SourceEntries } from "../imports/source/entries.ts";
import { ownerOf } from "../imports/source/files.ts";
import { JobError } from "../job-error.ts";

const parameters = object(
  {
    sourceId: text,
    /** Where it is compared; absent: where it is when the job runs. */
    location: optional(text),
    /** Of a change of the location: notes nothing on the datasets. */
    dryRun: optional(boolean),
  },
  "drop",
);
export type CheckMediaTask = Checked<typeof parameters>;

export interface CheckMediaDeps {
  readonly ports: Ports;
  readonly storages: { check(actor: Actor, id: string, at: { location: string }): Promise<JobView> };
}

export const checkMedia: QueuedJob<CheckMediaTask, CheckMediaDeps> = {
  kind: "check-media",
  queue: "convert",
  isSmall: true,
  parameters,
  title: ({ dryRun, location = "" }, { item = "" }) =>
    dryRun === true ? `Trying ${item} at ${location}` : `Checking ${item}`,
  wireType: "import",
  key: ({ sourceId, location, dryRun }) => JSON.stringify([sourceId, location, dryRun === true]),
  repeat: async ({ actor, task: { sourceId, location = "", dryRun } }, { storages }) =>
    await storages.check(actor, sourceId, { location: dryRun === true ? location : "" }),
  async run(run, { ports }) {
    const { task, actor, signal, log, progress, succeed } = run;
    requireSiteAdmin(actor);
    const record = await ports.database.mediaSources.find(task.sourceId);
    if (record === undefined) throw new JobError("The media source has been removed.");
    const isDry = task.dryRun === true;
    const source = await ports.mediaSources.open(isDry ? (task.location ?? record.location) : record.location);
    const imported = await importedFiles(ports, record.id);
    const total = imported.size;
    const entries = new SourceEntries();
    const counts: Record<FileState | "new", number> = { same: 0, changed: 0, gone: 0, new: 0 };
    /** Whether each dataset has all files as imported. */
    const datasets = new Map<string, boolean>();
    const note = ({ content, dataset }: Imported, now: MediaObject | undefined): void => {
      const state = recordState(entries, dataset, content, now);
      counts[state]++;
      datasets.set(dataset.id, state === "same" && datasets.get(dataset.id) !== false);
    };
    /** Folders of the source, with the number of files in them that no dataset has. */
    const fresh = new Map<string, number>();
    let listedCount = 0;
    for await (const now of source.list("")) {
      signal.throwIfAborted();
      progress(listedCount++, Math.max(listedCount, total), now.key);
      const files = imported.get(now.key);
      imported.delete(now.key);
      if (files === undefined && isMediaName(now.key)) {
        const folder = now.key.slice(0, now.key.lastIndexOf("/") + 1);
        fresh.set(folder, (fresh.get(folder) ?? 0) + 1);
        counts.new++;
      }
      for (const file of files ?? []) note(file, now);
    }
    for (const files of imported.values()) for (const file of files) note(file, undefined);
    if (isDry) await logLines(log, entries.lines());
    else await entries.store(ports, run);
    await logLines(
      log,
      [...fresh].map(([folder, count]) => `${folder === "" ? record.name : folder}: ${counted(count, "new file")}.`),
    );
    const { same, changed, gone } = counts;
    const whole = [...datasets.values()].filter(Boolean).length;
    if (isDry) {
      const others = datasets.size - whole;
      await log(
        `Dry run: nothing was changed. There, ${counted(whole, "dataset")} would be shown as before, ${others} would lack files.`,
      );
    }
    await log(`${counted(same, "file")} as imported, ${changed} changed, ${gone} gone, ${counts.new} new.`);
    await succeed([], async () => undefined);
  },
};

interface Imported {
  readonly content: { readonly key: string; readonly etag: string };
  readonly dataset: FolderRecord;
}

/** By key; a file can be in several datasets. */
async function importedFiles({ database }: Ports, sourceId: string): Promise<Map<string, Imported[]>> {
  const files = await database.files.listFromSource(sourceId);
  const items = new Map((await database.items.findMany(files.map(({ itemId }) => itemId))).map((one) => [one.id, one]));
  const folders = new Map<string, FolderRecord>();
  const load = async (ids: readonly string[]): Promise<void> => {
    const missing = [...new Set(ids)].filter((id) => !folders.has(id));
    for (const folder of await database.folders.findMany(missing)) folders.set(folder.id, folder);
  };
  await load([...items.values()].map(({ folderId }) => folderId));
  await load([...folders.values()].map(({ parentId }) => parentId));
  const byKey = new Map<string, Imported[]>();
  for (const file of files) {
    const content = sourceOf(file);
    const folder = folders.get(items.get(file.itemId)?.folderId ?? "");
    if (content === undefined || folder === undefined) continue;
    const entry = { content, dataset: ownerOf(folder, folders.get(folder.parentId)) };
    byKey.set(content.key, [...(byKey.get(content.key) ?? []), entry]);
  }
  return byKey;
}
