/**
 * Annotations keep their frame numbers when media change under them: a picture comes or goes, a video is deleted, the
 * content of a file is replaced. The dataset reports it, and drops the facts about the replaced content.
 */
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";

import { datasetOf } from "../../domain/dataset.ts";
import { kindOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import { isPlayableVideo } from "../../domain/playable-video.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import { VideoProbeError, type VideoFacts } from "../../ports/video-probe.ts";
import { etagOf } from "../content/open-content.ts";
import { probeContent } from "../content/probe-content.ts";
import { videoFolderMeta, videoItemMeta, withoutContentMeta } from "../content/video-meta.ts";
import { placed, type Replaced } from "./file-placement.ts";
import { entryOfClone, type ItemChange, recordMovedFrames } from "./moved-frames.ts";

/** Call in the transaction that adds, removes or renames the item, after the change. Undoing it removes its entry. */
export async function recordChangedItem(tx: Repositories, folderId: string, change: ItemChange): Promise<void> {
  await recordMediaChange(tx, folderId, [change], folderId);
}

/**
 * The same for items that leave the folder or come back together, and on its clones too: the transaction must hold
 * these as well.
 */
export async function recordTrashedItems(
  tx: Repositories,
  folderId: string,
  changes: readonly ItemChange[],
): Promise<void> {
  await recordMediaChange(tx, folderId, changes, folderId);
  const ids = changes.map(idOf);
  for (const cloneId of await clonesShowing(tx, [folderId])) {
    const pins = new Set((await tx.clones.listPins(cloneId, ids)).map(({ itemId }) => itemId));
    const shown = changes.filter((change) => pins.has(idOf(change)));
    await recordMediaChange(tx, cloneId, shown, folderId);
  }
}

/** The clones whose media have not been withdrawn. */
export const clonesShowing = async (db: Repositories, folderIds: readonly string[]): Promise<string[]> =>
  (await db.clones.listFrom(folderIds)).filter(({ cutMs }) => cutMs === null).map(({ datasetId }) => datasetId);

const idOf = ({ before, after }: ItemChange): string => (before ?? after)?.id ?? "";

const kindOf = ({ before, after }: ItemChange): ReturnType<typeof kindOfFile> =>
  kindOfFile((after ?? before)?.name ?? "");

async function recordMediaChange(
  tx: Repositories,
  datasetId: string,
  changes: readonly ItemChange[],
  mediaId: string,
): Promise<void> {
  const media = changes.filter((change) => kindOf(change) !== "other");
  const folder = media.length === 0 ? undefined : await tx.folders.find(datasetId);
  if (folder === undefined || !datasetOf(folder).isDataset) return;
  if (datasetOf(folder).type !== "video") return await recordMovedFrames(tx, folder, media, mediaId);
  for (const change of media.filter((one) => kindOf(one) === "video")) {
    const now = await tx.folders.find(datasetId);
    if (now !== undefined) await recordChangedVideo(tx, now, change, mediaId !== datasetId);
  }
}

async function recordChangedVideo(
  tx: Repositories,
  folder: FolderRecord,
  { before, after }: ItemChange,
  isClone: boolean,
): Promise<void> {
  const named = after ?? before;
  if (named === undefined) return;
  const entry: MediaEntry = {
    what: "changed",
    where: named.name,
    why: "is no longer in the dataset. Annotations kept their frame numbers, so they may not fit another video.",
    next: "Upload it again under this name to put it back.",
  };
  if (after === undefined) {
    const wasShown = before !== undefined && itemFactsOf(before).codec !== undefined;
    if (wasShown && (await tx.annotations.lastFrame(folder.id)) >= 0)
      await addEntry(tx, folder, isClone ? entryOfClone(entry) : entry);
  } else if (before === undefined) {
    const ledger = mediaLedgerOf(folder.meta);
    const others = ledger.filter(({ where, why }) => where !== entry.where || why !== entry.why);
    if (others.length < ledger.length)
      await tx.folders.update(folder.id, { meta: { ...folder.meta, mediaLedger: others } });
  }
}

/**
 * Looks at the content that is to replace that of a video; before the transaction, since reading takes long.
 * @returns `undefined`: browsers cannot play it, or the file is not a video
 */
export async function readReplacement(ports: Ports, fileId: string, ref: BlobRef): Promise<VideoFacts | undefined> {
  const file = await ports.database.files.find(fileId);
  const item = file && (await ports.database.items.find(file.itemId));
  if (file === undefined || item === undefined || kindOfFile(item.name) !== "video") return undefined;
  try {
    const video = await probeContent(ports, { ...file, ...placed(ref) });
    return isPlayableVideo(video) ? video : undefined;
  } catch (error) {
    if (error instanceof VideoProbeError) return undefined;
    throw error;
  }
}

export async function recordReplacedContent(
  tx: Repositories,
  { old, file, item }: Replaced,
  video: VideoFacts | undefined,
): Promise<void> {
  if (etagOf(old) === etagOf(file) || kindOfFile(item.name) === "other") return;
  const folder = await tx.folders.find(item.folderId);
  if (folder === undefined || !datasetOf(folder).isDataset) return;
  const isVideo = datasetOf(folder).type === "video";
  const { codec, isSourceVideo } = itemFactsOf(item);
  // A picture in the folder of a video, or a second video, is not shown.
  if (isVideo !== (kindOfFile(item.name) === "video") || (isVideo && codec === undefined)) return;
  const isAnnotated = (await tx.annotations.lastFrame(folder.id)) >= 0;
  const entry = {
    what: "changed",
    where: item.name,
    ...wordsOf({ isVideo, isSourceVideo, video, isAnnotated }),
  } as const;
  if (isSourceVideo) return await addEntry(tx, folder, entry);
  const kept = withoutContentMeta(item.meta);
  await tx.items.update(item.id, { meta: video === undefined ? kept : { ...kept, ...videoItemMeta(video) } });
  const described = video === undefined ? folder.meta : { ...folder.meta, ...videoFolderMeta(video) };
  await addEntry(tx, { ...folder, meta: described }, entry);
}

const replaced = "was replaced by other content";

function wordsOf(about: {
  isVideo: boolean;
  isSourceVideo: boolean;
  video: VideoFacts | undefined;
  isAnnotated: boolean;
}): Pick<MediaEntry, "why" | "next"> {
  const { isVideo, isSourceVideo, video, isAnnotated } = about;
  if (isSourceVideo) {
    return {
      why: `${replaced}, but the dataset still shows what was converted before.`,
      next: "Upload the new video as a separate dataset.",
    };
  }
  const kept = isAnnotated ? " Annotations kept their frame numbers, so they may not fit the new content." : "";
  const why = `${replaced}.${kept}`;
  if (isVideo && video === undefined)
    return { why, next: "Browsers cannot play it: process the dataset again to convert it." };
  return isAnnotated ? { why, next: "Look at the annotations, or replace it by its old content." } : { why };
}

/** Replaces the entry about an earlier replacement of the same file. */
async function addEntry(tx: Repositories, folder: FolderRecord, entry: MediaEntry): Promise<void> {
  const isEarlier = ({ where, why }: MediaEntry): boolean => where === entry.where && why.startsWith(replaced);
  const mediaLedger = mediaLedgerOf(folder.meta).filter((old) => !isEarlier(old));
  await tx.folders.update(folder.id, { meta: withMediaEntries({ ...folder.meta, mediaLedger }, [entry]) });
}
