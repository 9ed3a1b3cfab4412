/** Reports of a job on a media source about each folder: in the job's log, and in the folder's media ledger. */
import { isDeepStrictEqual } from "node:util";

import { type MediaEntry, mediaEntryText, mediaLedgerOf, replacedInPlace } from "#schemas/media-ledger";

import { datasetOf } from "../../../../domain/dataset.ts";
import { withMediaEntries } from "../../../../domain/media-ledger.ts";
import type { Meta } from "../../../../domain/meta.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FolderRecord } from "../../../../ports/records.ts";
import type { WorkerRun } from "../../job-run.ts";

/** Lines per entry of the log: each entry is a transaction. */
const linesPerEntry = 200;

/** The job's messages about each folder. */
export class SourceEntries {
  readonly #of = new Map<string, MediaEntry[]>();
  readonly #back = new Map<string, Set<string>>();

  add(folderId: string, ...entries: readonly MediaEntry[]): void {
    const known = this.#of.get(folderId);
    if (known !== undefined) known.push(...entries);
    else if (entries.length > 0) this.#of.set(folderId, [...entries]);
  }

  /** The file is there: if the dataset's record says that it is gone, that ends. */
  present({ id, meta }: FolderRecord, where: string): void {
    if (!mediaLedgerOf(meta).some((entry) => isGone(entry, where))) return;
    const back = this.#back.get(id) ?? new Set();
    this.#back.set(id, back.add(where));
  }

  lines(): string[] {
    const back = [...this.#back.values()].flatMap((paths) => [...paths].map((path) => `${path} is back in its place.`));
    return [...[...this.#of.values()].flat().map(mediaEntryText), ...back];
  }

  async store({ clock, database }: Ports, { log, store }: WorkerRun): Promise<void> {
    await logLines(log, this.lines());
    const storeOn = async (id: string, entries: readonly MediaEntry[], back: ReadonlySet<string>): Promise<void> =>
      await store({ dataset: id }, async (tx) => {
        const folder = await tx.folders.find(id);
        if (folder === undefined || !datasetOf(folder).isDataset) return;
        const meta = withMediaEntries(withoutReturnedFiles(folder.meta, back), entries);
        if (isDeepStrictEqual(meta, folder.meta)) return;
        await tx.folders.update(id, { meta, updatedMs: clock.nowMs() });
      });
    for (const folderId of new Set([...this.#of.keys(), ...this.#back.keys()])) {
      const entries = this.#of.get(folderId) ?? [];
      const back = this.#back.get(folderId) ?? new Set();
      await storeOn(folderId, entries, back);
      // Clones show the same files.
      const states = entries.filter(isFileState);
      if (states.length + back.size === 0) continue;
      for (const { datasetId, cutMs } of await database.clones.listFrom([folderId])) {
        if (cutMs === null) await storeOn(datasetId, states, back);
      }
    }
  }
}

/** @param back files that are there again */
function withoutReturnedFiles(meta: Meta, back: ReadonlySet<string>): Meta {
  const old = mediaLedgerOf(meta);
  const kept = old.filter((entry) => !isGone(entry, entry.where) || !back.has(entry.where));
  return kept.length === old.length ? meta : { ...meta, mediaLedger: kept };
}

/** The entry says what became of a file, and not what an import left out. */
const isFileState = (entry: MediaEntry): boolean => entry.what === "changed" || isGone(entry, entry.where);

export async function logLines(log: WorkerRun["log"], lines: readonly string[]): Promise<void> {
  for (let start = 0; start < lines.length; start += linesPerEntry) {
    await log(lines.slice(start, start + linesPerEntry).join("\n"));
  }
}

export type FileState = "same" | "changed" | "gone";

/** The state of an imported file. */
export function recordState(
  entries: SourceEntries,
  dataset: FolderRecord,
  { key, etag }: { readonly key: string; readonly etag: string },
  now: { readonly etag: string } | undefined,
): FileState {
  if (now === undefined) {
    entries.add(dataset.id, goneEntry(key));
    return "gone";
  }
  entries.present(dataset, key);
  if (now.etag === etag) return "same";
  entries.add(dataset.id, changedEntry(key, etag, now.etag));
  return "changed";
}

/** @param where key in the source */
const goneEntry = (where: string): MediaEntry => ({
  what: "broken",
  where,
  why: "is no longer in its media source.",
  next: "Its annotations are kept. Put it back, and import the media source again.",
});

const isGone = (entry: MediaEntry, where: string): boolean =>
  entry.what === "broken" && entry.where === where && entry.why === goneEntry(where).why;

/** Each change has its own text, so that a second one is not taken for the first. */
const changedEntry = (where: string, before: string, now: string): MediaEntry => ({
  what: "changed",
  where,
  why: `${replacedInPlace} (fingerprint ${short(before)}, now ${short(now)}). Annotations were made on the earlier content.`,
  next: "Check whether they still fit.",
});

const short = (etag: string): string => etag.slice(-8);
