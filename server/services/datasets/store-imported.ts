/**
 * Stores the content of an imported file: its revision, its facts about the dataset, and the findings about it, in one
 * transaction.
 */
import type { AnnotationFormat } from "#core";
import { formatTable } from "#core/formats/format-table";
import type { TypeHierarchy } from "#core/formats/dive-config/type-hierarchy";
import { type MediaEntry, mediaEntryText, needsLook } from "#schemas/media-ledger";

import { AccessLevel } from "../../base/access-level.ts";
import { counted } from "../../base/counted.ts";
import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
import { betweenSaves } from "../annotations/between-saves.ts";
import { resultOf, type SaveResult } from "../annotations/revision-writer.ts";
import type { Staged, StagedRevisions } from "../annotations/staged-revisions.ts";
import { applyConcurrentChange, type ConcurrentChange, replacingAll } from "../annotations/saved-since.ts";
import type { FolderService } from "../tree/folder.service.ts";
import { archiveSourceItem } from "./archive-source.ts";
import { mergeImportedMeta } from "./imported-meta.ts";

export interface StoreDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly stagedRevisions: StagedRevisions;
  readonly folders: FolderService;
}

export interface ImportToStore {
  readonly name: string;
  readonly format: AnnotationFormat;
  readonly imported: ImportedFile;
  readonly setName: string;
  /**
   * Replaces the set, except for changes saved since `imported.basis`; or merges with it as of `imported.basis`; or
   * adds to it, so that nothing in it ends.
   */
  readonly how: "in-place" | "merged" | "next-to";
  /** Findings about the file. */
  readonly entries: readonly MediaEntry[];
  /** The file in the folder, which is moved away. */
  readonly item?: ItemRecord;
  /** Names the revision, so that a retry does not store it twice. */
  readonly saveId?: string;
}

export interface StoredImport {
  /** The dataset's hierarchy, if the file changed it. */
  readonly hierarchy: TypeHierarchy | undefined;
  /** All findings about the file. */
  readonly entries: readonly MediaEntry[];
  /** The findings that need attention, in the words that clients of api/v1 know. */
  readonly warnings: readonly string[];
}

/**
 * `done`: another request stored the same thing at the same time.
 * @throws OtherSave if the set has been saved since it was read, so that the content that the file was added to is
 *   outdated: the caller reads the file again
 */
export async function storeImported(
  { ports, access, stagedRevisions, folders }: StoreDeps,
  actor: Actor,
  folder: FolderRecord,
  { name, format, imported, setName, how, entries, item, saveId }: ImportToStore,
): Promise<StoredImport | "done"> {
  const user = requireUser(actor);
  const scope = { datasetId: folder.id, setName };
  const description = `Import ${formatTable[format].logName} from ${name}`;
  const present = await typesOf(ports.database, folder.id);
  let saved: SaveResult | undefined;
  const store = async (
    tx: Repositories,
    staged: Staged,
    concurrent: ConcurrentChange,
  ): Promise<StoredImport | "done"> => {
    saved = undefined;
    const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
    if (item !== undefined && !(await isWaiting(tx, item))) return "done";
    const before = saveId === undefined ? undefined : await tx.annotations.findSave(folder.id, saveId);
    if (before !== undefined) {
      // Stored by a commit that got no answer, or by a worker that stopped: its readers may not have been notified.
      saved = resultOf(before);
      return "done";
    }
    saved = await stagedRevisions.publishChange(tx, user, staged, concurrent, description, saveId);
    const { replaced } = concurrent;
    const kept: string[] = how !== "in-place" && replaced > 0 ? [setText(setName)] : [];
    for (const other of await tx.annotations.listSets(folder.id)) {
      if (other === setName) continue;
      if ((await countTracks(tx, { ...scope, setName: other })) > 0) kept.push(setText(other));
    }
    const merged = mergeImportedMeta(record, { ...imported, present }, how !== "in-place", name, kept);
    const all = [
      ...entries,
      ...merged.entries,
      ...replacedEntry(name, setName, replaced, how),
      ...preservedEntry(name, setName, concurrent.kept),
    ];
    const meta = withMediaEntries(merged.meta, all);
    await tx.folders.update(folder.id, { meta, updatedMs: ports.clock.nowMs() });
    if (item !== undefined) await archiveSourceItem(tx, folders, actor, record, item);
    const warnings = all
      .filter(needsLook)
      .map((entry) => (entry.why === merged.refusal ? entry.why : mediaEntryText(entry)));
    return { hierarchy: merged.hierarchy, entries: all, warnings };
  };
  const attempt = async (): Promise<StoredImport | "done"> => {
    const concurrent = await changeBy(imported, how, ports, scope);
    return await stagedRevisions.withStaged(scope, concurrent.change?.write ?? imported.records, (staged) =>
      ports.database.transaction({ dataset: folder.id }, (tx) => store(tx, staged, concurrent)),
    );
  };
  const outcome = how === "in-place" ? await betweenSaves(attempt) : await attempt();
  if (saved !== undefined) await stagedRevisions.announce(user, scope, saved, description);
  return outcome;
}

/** The effect of the import on the set; content that was added to it when the file was read applies only to that. */
async function changeBy(
  { basis, records }: ImportedFile,
  how: ImportToStore["how"],
  { database }: Ports,
  scope: AnnotationScope,
): Promise<ConcurrentChange> {
  if (how === "in-place") return await applyConcurrentChange(database, scope, basis, records);
  if (how === "merged") return await replacingAll(database, scope, basis);
  return { head: basis, change: { write: records, end: [] }, replaced: 0, kept: 0 };
}

/** Whether a file is still there to import. */
export async function isWaiting(tx: Repositories, item: ItemRecord): Promise<boolean> {
  const current = await tx.items.find(item.id);
  return current?.folderId === item.folderId && !itemFactsOf(current).isProcessed;
}

export async function countTracks({ annotations }: Repositories, scope: AnnotationScope): Promise<number> {
  const revision = await annotations.head(scope.datasetId);
  return await annotations.count({ ...scope, kind: "track", revision });
}

/** Types of the default set, those of the most tracks first. */
export async function typesOf(
  { annotations }: Pick<Repositories, "annotations">,
  datasetId: string,
): Promise<string[]> {
  const counts = await annotations.countLabels([datasetId]);
  return counts.toSorted((a, b) => b.count - a.count).map(({ label }) => label);
}

export const tracksOf = (records: readonly AnnotationRecord[]): AnnotationRecord[] =>
  records.filter(({ kind }) => kind === "track");

function preservedEntry(where: string, setName: string, kept: number): MediaEntry[] {
  if (kept === 0) return [];
  const why = `was imported next to ${counted(kept, "track")} of ${setText(setName)} that others saved while it was read; those are kept.`;
  return [{ what: "guessed", where, why, next: "Check whether you want both." }];
}

const setText = (setName: string): string => (setName === "" ? "the dataset" : `the set ${setName}`);

function replacedEntry(where: string, setName: string, before: number, how: ImportToStore["how"]): MediaEntry[] {
  if (before === 0) return [];
  const set = setText(setName);
  if (how === "merged") {
    const why = `was added to ${counted(before, "track")} of ${set}: its own have new ids where these were taken.`;
    return [{ what: "joined", where, why }];
  }
  const next = "The previous revision has them.";
  return [{ what: "replaced", where, why: `replaced ${counted(before, "track")} of ${set}.`, next }];
}
