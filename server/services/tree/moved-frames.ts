/**
 * Frames of an image sequence are counted, so a picture that is added, deleted or renamed moves those after it, while
 * annotations keep their frame numbers. The dataset says so, with the way back.
 */
import { compareNaturalKeys, naturalKey } from "#schemas";
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";

import { datasetOf } from "../../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import type { Repositories } from "../../ports/database.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";

type Named = Pick<ItemRecord, "id" | "name" | "meta">;

/** An item of the folder before and after; `undefined`: it is not there. */
export interface ItemChange {
  readonly before?: Named | undefined;
  readonly after?: Named | undefined;
}

/** Called by `noteChangedItem`. */
export async function noteMovedFrames(
  tx: Repositories,
  folder: FolderRecord,
  { before, after }: ItemChange,
): Promise<void> {
  const folderId = folder.id;
  const isPicture = [before, after].some((item) => item !== undefined && isFrame(item));
  if (!isPicture) return;
  if (!isCounted(datasetOf(folder))) return;
  const lastFrame = await tx.annotations.lastFrame(folderId);
  if (lastFrame < 0) return;
  const { rows } = await tx.items.listInFolder(
    folderId,
    { limit: 0, offset: 0 },
    { by: "lowerName", descending: false },
  );
  const keys = rows
    .filter((item) => item.id !== (before ?? after)?.id && isFrame(item))
    .map((item) => naturalKey(sentName(item)));
  const placeOf = (item: Named): number => {
    const own = naturalKey(sentName(item));
    return keys.filter((key) => compareNaturalKeys(key, own) < 0).length;
  };
  const places = [before, after].map((item) => item && placeOf(item));
  const first = Math.min(...places.map((place) => place ?? Infinity));
  if (places[0] === places[1] || first > lastFrame) return;
  const entry = entryOf(first, { before, after });
  const undone = entryOf(first, { before: after, after: before });
  const ledger = mediaLedgerOf(folder.meta);
  const others = ledger.filter(({ where, why }) => where !== undone.where || why !== undone.why);
  const meta =
    others.length < ledger.length ? { ...folder.meta, mediaLedger: others } : withMediaEntries(folder.meta, [entry]);
  await tx.folders.update(folderId, { meta });
}

const isCounted = ({ isDataset, type }: ReturnType<typeof datasetOf>): boolean =>
  isDataset && (type === "image-sequence" || type === "large-image");

const isFrame = (item: Named): boolean =>
  (isWebSafeImageName(item.name) || kindOfFile(item.name) === "large-image") && itemFactsOf(item).isProcessed !== true;

const sentName = (item: Named): string => itemFactsOf(item).originalName ?? item.name;

function entryOf(first: number, { before, after }: ItemChange): MediaEntry {
  const entry = { what: "changed", where: (before ?? after)?.name ?? "" } as const;
  const moved = `Annotations from frame ${first} on kept their frame numbers, so they may now be on another picture.`;
  if (after === undefined) {
    const next = "Upload it again under this name to put them back.";
    return { ...entry, why: `is not in the dataset any more. ${moved}`, next };
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
