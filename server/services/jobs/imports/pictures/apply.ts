/**
 * Decodes pictures one by one and stores the converted ones at once, so that a repeated run continues where it stopped;
 * then makes the folder a dataset.
 */
import { Readable } from "node:stream";

import type { MediaEntry } from "#schemas/media-ledger";

import { AccessLevel } from "../../../../base/access-level.ts";
import { awaitsAnnotationsKey, datasetOf } from "../../../../domain/dataset.ts";
import { isDataFileName, isWebSafeImageName, mediaTypeOfFile } from "../../../../domain/file-kinds.ts";
import { itemFactsOf } from "../../../../domain/item-facts.ts";
import { withMediaEntries } from "../../../../domain/media-ledger.ts";
import { withMediaProblems } from "../../../../domain/media-problems.ts";
import type { BlobRef } from "../../../../ports/blob-store.ts";
import type { Repositories } from "../../../../ports/database.ts";
import { ImageError } from "../../../../ports/image-decoder.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../../../ports/records.ts";
import { wholeList } from "../../../../ports/whole-list.ts";
import type { AccessService } from "../../../access/access.service.ts";
import type { Actor } from "../../../access/actor.ts";
import { recordIfMade } from "../../../access/record-event.ts";
import { archiveSourceItem } from "../../../datasets/archive-source.ts";
import { type MeasuredPictures, measureOthers, pictureSizes } from "../../../media/picture-sizes.ts";
import { placed, placeFile } from "../../../tree/file-placement.ts";
import type { FolderService } from "../../../tree/folder.service.ts";
import { requireStillStored, storeStream } from "../../../tree/stored-content.ts";
import type { WorkerRun } from "../../job-run.ts";
import { otherFormatOf, withPicture } from "./open-picture.ts";
import {
  type BrokenPicture,
  type ConvertedNames,
  type DecodedPicture,
  picturesOf,
  type PictureResult,
} from "./plan.ts";
import { convertedEntry } from "./report.ts";

export interface ApplyDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly folders: FolderService;
  readonly limits: { readonly maxUploadBytes: number };
}

const byName = { by: "name", descending: false } as const;

/** The pictures of a folder, in display order. */
export async function picturesIn({ database }: Ports, folder: FolderRecord): Promise<ItemRecord[]> {
  const { rows } = await database.items.listInFolder(folder.id, wholeList, byName);
  return picturesOf(rows, datasetOf(folder).type);
}

interface PicturesToDecode {
  readonly folder: FolderRecord;
  readonly names: ConvertedNames;
  readonly measured: MeasuredPictures;
  /** They are PNGs of 16 bits, to be stored with this value as white. */
  readonly white?: number;
}

/** Stores a copy that every browser shows if the picture needs one. */
export async function decodePicture(
  deps: ApplyDeps,
  run: WorkerRun,
  { folder, names, measured, white }: PicturesToDecode,
  item: ItemRecord,
): Promise<DecodedPicture> {
  const { ports } = deps;
  try {
    const decoded = await withPicture(ports, item, measured, async (path) => {
      const actualFormat = await otherFormatOf(ports, item.name, path);
      if (isWebSafeImageName(item.name) && actualFormat === undefined && white === undefined) {
        return await ports.imageDecoder.check(path);
      }
      return { ...(await ports.imageDecoder.toPng(path, actualFormat ?? endingOf(item.name), white)), actualFormat };
    });
    const { problem } = decoded;
    if (!("png" in decoded)) return { kind: "shown", item, problem, white: decoded.white };
    await storeConverted(deps, run, folder, { item, name: names.of(item), white, ...decoded });
    if (problem !== undefined) await run.log(`${item.name} ${problem}`);
    return { kind: "converted", item, problem };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return { kind: "broken", item, reason: error.message };
  }
}

interface ConvertedPicture {
  readonly item: ItemRecord;
  /** Of the copy. */
  readonly name: string;
  readonly png: Uint8Array;
  readonly problem?: string | undefined;
  readonly actualFormat: string | undefined;
  /** Of a picture that was brightened. */
  readonly white: number | undefined;
}

async function storeConverted(
  { ports, access, folders, limits }: ApplyDeps,
  { actor, store }: WorkerRun,
  folder: FolderRecord,
  { item, name, png, problem, actualFormat, white }: ConvertedPicture,
): Promise<void> {
  const ref = await storeStream(ports, Readable.from([png]), limits.maxUploadBytes);
  await store({ dataset: folder.id }, async (tx) => {
    const original = await tx.items.find(item.id);
    if (original?.folderId !== folder.id) return;
    await requireStillStored(tx, ref);
    const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
    // First, since a picture in another format may keep its name.
    await archiveSourceItem(tx, folders, actor, record, original);
    const shown = await placePicture(ports, tx, { folder: record, name, original, actor, white }, ref);
    const before = problem === undefined ? record.meta : withMediaProblems(record.meta, item.name, [problem]);
    const meta = withMediaEntries(before, [convertedEntry(item.name, shown.name, actualFormat)]);
    await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
    await recordIfMade(tx, ports, { before: record, after: meta, user: actor.user });
  });
}

interface PlacedPicture {
  readonly folder: FolderRecord;
  readonly name: string;
  readonly original: ItemRecord;
  readonly actor: Actor;
  readonly white?: number | undefined;
}

/** A picture that replaces an original, whose name it stores: by that name it keeps its position among the others. */
async function placePicture(
  ports: Ports,
  tx: Repositories,
  { folder, name, original, actor, white }: PlacedPicture,
  ref: BlobRef,
): Promise<ItemRecord> {
  const place = { parentType: "folder", parentId: folder.id, name, mimeType: mediaTypeOfFile(name) } as const;
  const { item } = await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, placed(ref));
  await tx.items.update(item.id, {
    meta: { originalName: original.name, ...(white !== undefined && { shownWhite: white }) },
  });
  return item;
}

/** Whether annotations count the pictures, also those waiting to be imported by the caller that started this job. */
export async function hasAnnotations({ database }: Ports, { id }: FolderRecord): Promise<boolean> {
  const folder = await database.folders.find(id);
  if (folder === undefined || folder.meta[awaitsAnnotationsKey] === true) return folder !== undefined;
  const { rows } = await database.items.listInFolder(folder.id, wholeList, byName);
  const isWaiting = rows.some((item) => isDataFileName(item.name) && !itemFactsOf(item).isProcessed);
  return isWaiting || (await database.annotations.head(folder.id)) > 0;
}

/** Milliseconds; pictures not measured by then are measured on demand. */
const measureMs = 60_000;

/** @param measured while they were decoded */
export async function measurePictures(
  ports: Ports,
  folder: FolderRecord,
  broken: readonly BrokenPicture[],
  measured: MeasuredPictures,
): Promise<void> {
  await measureOthers(ports, intact(await picturesIn(ports, folder), broken), measured, { within: measureMs });
}

/** In place of broken pictures if annotations count them: without it all later frames would get the next picture. */
export async function storePlaceholder(
  { ports, limits }: ApplyDeps,
  pictures: readonly ItemRecord[],
  broken: readonly BrokenPicture[],
): Promise<BlobRef> {
  const sizes = await pictureSizes(ports, intact(pictures, broken).slice(0, 1), { within: measureMs });
  const png = await ports.imageDecoder.blank(sizes[0] ?? { width: 640, height: 480 });
  return await storeStream(ports, Readable.from([png]), limits.maxUploadBytes);
}

function intact(pictures: readonly ItemRecord[], broken: readonly BrokenPicture[]): ItemRecord[] {
  const ids = new Set(broken.map(({ item }) => item.id));
  return pictures.filter(({ id }) => !ids.has(id));
}

interface FinishedPictures extends Pick<PictureResult, "broken" | "problems"> {
  readonly names: ConvertedNames;
  /** About the broken pictures. */
  readonly entries: readonly MediaEntry[];
  /** Absent: broken pictures are left out. */
  readonly placeholder: BlobRef | undefined;
}

/** Archives the broken pictures and makes the folder a dataset. Ends the job. */
export async function finishPictures(
  { ports, access, folders }: ApplyDeps,
  { actor, succeed }: WorkerRun,
  folder: FolderRecord,
  { broken, problems, names, entries, placeholder }: FinishedPictures,
): Promise<void> {
  await succeed({ dataset: folder.id }, async (tx) => {
    const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
    for (const { item } of broken) {
      const original = await tx.items.find(item.id);
      if (original?.folderId !== folder.id) continue;
      await archiveSourceItem(tx, folders, actor, record, original);
      if (placeholder === undefined) continue;
      await requireStillStored(tx, placeholder);
      await placePicture(ports, tx, { folder: record, name: names.of(item), original, actor }, placeholder);
    }
    const fps = datasetOf(record).fps === -1 ? { fps: 1 } : {};
    let withProblems = record.meta;
    for (const [name, problem] of problems) withProblems = withMediaProblems(withProblems, name, [problem]);
    const meta = { ...withMediaEntries(withProblems, entries), ...fps, annotate: true };
    await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
  });
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
