/**
 * Frames of an image sequence are counted, so a picture that is added, deleted or renamed moves those after it, while
 * annotations keep their frame numbers. The dataset says so, with the way back.
 */
import { compareNaturalKeys, naturalKey, type NaturalKey } from "#schemas";
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";

import { datasetOf } from "../../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import type { Meta } from "../../domain/meta.ts";
import type { Repositories } from "../../ports/database.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";

type Named = Pick<ItemRecord, "id" | "name" | "meta">;

/** An item of the folder before and after; `undefined`: it is not there. */
export interface ItemChange {
  readonly before?: Named | undefined;
  readonly after?: Named | undefined;
}

/** An entry about a change, and the one that the opposite change would have made. */
interface Note {
  readonly entry: MediaEntry;
  readonly undone: MediaEntry;
}

/** The entry as it is kept in a clone, where uploads into the cloned dataset do not help. */
export const entryOfClone = (entry: MediaEntry): MediaEntry => ({
  ...entry,
  next: "Ask the owner of the dataset that was cloned whether this is intended.",
});

/** The number of pictures that are named if they come or go together; more of them share one entry. */
const maxNamed = 20;

/**
 * Called by `recordChangedItem`. Several changes are of one kind: items that leave the folder, or that come into it.
 * @param mediaId the folder with the items; another one: the dataset is a clone of it
 */
export async function recordMovedFrames(
  tx: Repositories,
  folder: FolderRecord,
  changes: readonly ItemChange[],
  mediaId: string,
): Promise<void> {
  const pictures = changes.filter(({ before, after }) => [before, after].some((item) => item && isFrame(item)));
  if (pictures.length === 0) return;
  if (!isCounted(datasetOf(folder))) return;
  const lastFrame = await tx.annotations.lastFrame(folder.id);
  if (lastFrame < 0) return;
  const changed = new Set(pictures.map(({ before, after }) => (before ?? after)?.id));
  const isClone = mediaId !== folder.id;
  const { rows } = await tx.items.listInFolder(
    mediaId,
    { limit: 0, offset: 0, ...(isClone && { pinnedTo: folder.id }) },
    { by: "lowerName", descending: false },
  );
  const keys = rows
    .filter((item) => !changed.has(item.id) && isFrame(item))
    .map((item) => naturalKey(sentName(item)))
    .toSorted(compareNaturalKeys);
  const moves = pictures.flatMap((change) => {
    const places = [change.before, change.after].map((item) => item && placeIn(keys, naturalKey(sentName(item))));
    const first = Math.min(...places.map((place) => place ?? Infinity));
    return places[0] === places[1] ? [] : [{ change, first }];
  });
  const notes = notesOf(moves, lastFrame);
  if (notes.length > 0) await tx.folders.update(folder.id, { meta: withNotes(folder.meta, notes, isClone) });
}

/** The number of sorted keys that come before this one. */
function placeIn(keys: readonly NaturalKey[], own: NaturalKey): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareNaturalKeys(keys[middle] ?? own, own) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function notesOf(moves: readonly { change: ItemChange; first: number }[], lastFrame: number): Note[] {
  if (moves.length <= maxNamed) {
    return moves
      .filter(({ first }) => first <= lastFrame)
      .map(({ change: { before, after }, first }) => ({
        entry: entryOf(first, { before, after }),
        undone: entryOf(first, { before: after, after: before }),
      }));
  }
  const first = moves.reduce((least, move) => Math.min(least, move.first), Infinity);
  if (first > lastFrame) return [];
  const [gone, added] = [goneTogether(first, moves.length), addedTogether(first, moves.length)];
  const isGone = moves.every(({ change }) => change.after === undefined);
  return [isGone ? { entry: gone, undone: added } : { entry: added, undone: gone }];
}

function withNotes(meta: Meta, notes: readonly Note[], isClone: boolean): Meta {
  const ledger = mediaLedgerOf(meta);
  const isSame = (a: MediaEntry, b: MediaEntry): boolean => a.where === b.where && a.why === b.why;
  const mediaLedger = ledger.filter((old) => !notes.some(({ undone }) => isSame(old, undone)));
  const fresh = notes.filter(({ undone }) => !ledger.some((old) => isSame(old, undone))).map(({ entry }) => entry);
  return withMediaEntries({ ...meta, mediaLedger }, isClone ? fresh.map(entryOfClone) : fresh);
}

const isCounted = ({ isDataset, type }: ReturnType<typeof datasetOf>): boolean =>
  isDataset && (type === "image-sequence" || type === "large-image");

const isFrame = (item: Named): boolean =>
  (isWebSafeImageName(item.name) || kindOfFile(item.name) === "large-image") && itemFactsOf(item).isProcessed !== true;

const sentName = (item: Named): string => itemFactsOf(item).originalName ?? item.name;

const movedFrom = (first: number): string =>
  `Annotations from frame ${first} on kept their frame numbers, so they may now be on another picture.`;

const goneTogether = (first: number, count: number): MediaEntry => ({
  what: "changed",
  where: `${count} pictures`,
  why: `are no longer in the dataset. ${movedFrom(first)}`,
  next: "Restore them from the trash to put them back.",
});

const addedTogether = (first: number, count: number): MediaEntry => ({
  what: "changed",
  where: `${count} pictures`,
  why: `were added from frame ${first} on. ${movedFrom(first)}`,
  next: "Delete them, or upload them under names that sort last.",
});

function entryOf(first: number, { before, after }: ItemChange): MediaEntry {
  const entry = { what: "changed", where: (before ?? after)?.name ?? "" } as const;
  const moved = movedFrom(first);
  if (after === undefined) {
    const next = "Upload it again under this name to put them back.";
    return { ...entry, why: `is no longer in the dataset. ${moved}`, next };
  }
  if (before === undefined) {
    return {
      ...entry,
      why: `was added as frame ${first}. ${moved}`,
      next: "Delete it, or upload it under a name that sorts last.",
    };
  }
  return { ...entry, why: `was renamed to ${after.name}. ${moved}`, next: "Give it its old name to put them back." };
}
