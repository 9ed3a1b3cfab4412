/**
 * Decodes every picture of a folder once, and converts those that browsers do not all show to PNG (api-v1 16.2). Each
 * picture becomes a frame with its own name; undecodable ones are left out and reported with the reason. Originals are
 * moved to a separate folder, so that each picture exists once.
 */
import { Readable } from "node:stream";

import { type MediaEntry, mediaEntryText } from "#schemas/media-ledger";

import { AccessLevel } from "../../../base/access-level.ts";
import { type Checked, object, text } from "../../../domain/body-check.ts";
import { awaitsAnnotationsKey, datasetOf } from "../../../domain/dataset.ts";
import { isDataFileName, isWebSafeImageName, kindOfFile, mediaTypeOfFile, stemOf } from "../../../domain/file-kinds.ts";
import { itemFactsOf } from "../../../domain/item-facts.ts";
import { withMediaEntries } from "../../../domain/media-ledger.ts";
import { withMediaProblems } from "../../../domain/media-problems.ts";
import { withoutTiles } from "../../../domain/tile-files.ts";
import type { BlobRef } from "../../../ports/blob-store.ts";
import type { Repositories } from "../../../ports/database.ts";
import { ImageError } from "../../../ports/image-decoder.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../../ports/records.ts";
import type { Actor } from "../../access/actor.ts";
import { recordIfMade } from "../../access/record-event.ts";
import { hasBytes, openContent } from "../../content/open-content.ts";
import { placed, placeFile } from "../../tree/file-placement.ts";
import type { FolderService } from "../../tree/folder.service.ts";
import { pictureSizes } from "../../media/picture-sizes.ts";
import { archiveSourceItem } from "../../datasets/archive-source.ts";
import { requireStillStored, storeStream } from "../../tree/stored-content.ts";
import { type RepeatUses, repeatConversion } from "../repeat-conversion.ts";
import type { QueuedJob } from "../job-definition.ts";
import { JobError } from "../worker.ts";
import { joining, withJoin } from "./join-cameras.ts";

const parameters = object({ folderId: text, ...joining }, "drop");
type ConvertImagesTask = Checked<typeof parameters>;

export interface ConvertImagesUses extends RepeatUses {
  readonly ports: Ports;
  readonly folders: FolderService;
  readonly limits: { readonly maxUploadBytes: number };
}

/** How many broken pictures are named. */
const maxNamed = 20;
const everything = { limit: 0, offset: 0 } as const;

export const convertImages: QueuedJob<ConvertImagesTask, ConvertImagesUses> = {
  kind: "convert-images",
  queue: "convert",
  parameters,
  title: (_task, { folder = "" }) => `Converting ${folder} to a web friendly format`,
  wireType: "convert",
  key: ({ folderId }) => folderId,
  again: async (asked, uses) => await repeatConversion(convertImages, asked, uses),
  run: withJoin(async ({ task, actor, signal, progress, log, store, succeed }, { ports, access, folders, limits }) => {
    const { folderId } = task;
    const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write);
    const pictures = await picturesIn(ports, folder);
    const names = new ShownNames(pictures);
    const broken: BrokenPicture[] = [];
    /** Of pictures that are shown as they are, by name. */
    const problems = new Map<string, string>();
    for (const [index, item] of pictures.entries()) {
      signal.throwIfAborted();
      progress(index, pictures.length, `Looking at ${item.name}`);
      try {
        const other = await otherFormatOf(ports, item);
        if (isWebSafeImageName(item.name) && other === undefined) {
          const problem = await withPicture(ports, item, (path) => ports.imageDecoder.check(path));
          if (problem !== undefined) problems.set(item.name, problem);
          continue;
        }
        const { png, problem } = await withPicture(ports, item, (path) =>
          ports.imageDecoder.toPng(path, other ?? endingOf(item.name)),
        );
        const ref = await storeStream(ports, Readable.from([png]), limits.maxUploadBytes);
        await store({ dataset: folder.id }, async (tx) => {
          const original = await tx.items.find(item.id);
          if (original?.folderId !== folder.id) return;
          await requireStillStored(tx, ref);
          const name = names.of(item);
          const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
          // First, since a picture in another format may keep its name.
          await archiveSourceItem(tx, folders, actor, record, original);
          const shown = await placePicture(ports, tx, { folder: record, name, original, actor }, ref);
          const noted = problem === undefined ? record.meta : withMediaProblems(record.meta, item.name, [problem]);
          const meta = withMediaEntries(noted, [convertedEntry(item.name, shown.name, other)]);
          await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
          await recordIfMade(tx, ports, { before: record, after: meta, user: actor.user });
        });
        if (problem !== undefined) await log(`${item.name} ${problem}`);
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        broken.push({ item, reason: error.message });
      }
    }
    progress(pictures.length, pictures.length, "");
    if (broken.length === pictures.length) {
      for (const { item, reason } of broken.slice(0, maxNamed)) await log(`${item.name} ${reason}`);
      throw new JobError(allBrokenText(broken));
    }
    const isCounted = broken.length > 0 && (await hasAnnotations(ports, folder));
    const left = isCounted ? await blankPictures(ports, limits.maxUploadBytes, pictures, broken) : undefined;
    const entries = broken.map(({ item, reason }) => brokenEntry(item.name, reason, isCounted));
    for (const entry of entries) await log(mediaEntryText(entry));
    for (const [name, problem] of problems) await log(`${name} ${problem}`);
    const bad = new Set(broken.map(({ item }) => item.id));
    const good = (await picturesIn(ports, folder)).filter(({ id }) => !bad.has(id));
    await pictureSizes(ports, good, { within: measureMs });
    await succeed({ dataset: folder.id }, async (tx) => {
      const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      for (const { item } of broken) {
        const original = await tx.items.find(item.id);
        if (original?.folderId !== folder.id) continue;
        await archiveSourceItem(tx, folders, actor, record, original);
        if (left === undefined) continue;
        await requireStillStored(tx, left);
        await placePicture(ports, tx, { folder: record, name: names.of(item), original, actor }, left);
      }
      const fps = datasetOf(record).fps === -1 ? { fps: 1 } : {};
      let noted = record.meta;
      for (const [name, problem] of problems) noted = withMediaProblems(noted, name, [problem]);
      const meta = { ...withMediaEntries(noted, entries), ...fps, annotate: true };
      await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
    });
  }),
};

/** The format of a picture called `.jpg` or `.png` that is neither: pages of the web often deliver WebP so. */
export async function otherFormatOf(ports: Ports, item: ItemRecord): Promise<string | undefined> {
  if (!isWebSafeImageName(item.name)) return undefined;
  const ending = await withPicture(ports, item, (path) => ports.imageDecoder.endingByContent(path));
  return ending === "png" || ending === "jpg" ? undefined : ending;
}

interface BrokenPicture {
  readonly item: ItemRecord;
  /** To follow its name: "is cut off." */
  readonly reason: string;
}

/** Milliseconds; what is not measured by then is measured on demand. */
const measureMs = 60_000;

/**
 * Names of pictures converted to PNG: `a.bmp` becomes `a.png`, or `a.bmp.png` if another picture would get the same
 * name. Some systems treat letter case, or the two forms of accents, as equal.
 */
class ShownNames {
  readonly #counts = new Map<string, number>();

  constructor(pictures: readonly ItemRecord[]) {
    for (const { name } of pictures) {
      const key = keyOf(stemOf(name));
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  of({ name }: ItemRecord): string {
    const stem = stemOf(name);
    return (this.#counts.get(keyOf(stem)) ?? 0) > 1 ? `${name}.png` : `${stem}.png`;
  }
}

const keyOf = (stem: string): string => stem.normalize("NFC").toLowerCase();

/** A picture that replaces an original, whose name it stores: by that name it keeps its position among the others. */
async function placePicture(
  ports: Ports,
  tx: Repositories,
  { folder, name, original, actor }: { folder: FolderRecord; name: string; original: ItemRecord; actor: Actor },
  ref: BlobRef,
): Promise<ItemRecord> {
  const place = { parentType: "folder", parentId: folder.id, name, mimeType: mediaTypeOfFile(name) } as const;
  const { item } = await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, placed(ref));
  await tx.items.update(item.id, { meta: { originalName: original.name } });
  return item;
}

/** Also those waiting to be imported by the call or the job that started this one. */
async function hasAnnotations({ database }: Ports, { id }: FolderRecord): Promise<boolean> {
  const folder = await database.folders.find(id);
  if (folder === undefined || folder.meta[awaitsAnnotationsKey] === true) return folder !== undefined;
  const { rows } = await database.items.listInFolder(folder.id, everything, { by: "name", descending: false });
  const isWaiting = rows.some((item) => isDataFileName(item.name) && !itemFactsOf(item).isProcessed);
  return isWaiting || (await database.annotations.head(folder.id)) > 0;
}

/**
 * Placeholder for broken pictures if annotations count them: without it all later frames would get the next picture.
 */
async function blankPictures(
  ports: Ports,
  maxBytes: number,
  pictures: readonly ItemRecord[],
  broken: readonly BrokenPicture[],
): Promise<BlobRef> {
  const bad = new Set(broken.map(({ item }) => item.id));
  const sizes = await pictureSizes(ports, pictures.filter(({ id }) => !bad.has(id)).slice(0, 1), { within: measureMs });
  const png = await ports.imageDecoder.blank(sizes[0] ?? { width: 640, height: 480 });
  return await storeStream(ports, Readable.from([png]), maxBytes);
}

function convertedEntry(from: string, to: string, other: string | undefined): MediaEntry {
  const isPlain = stemOf(to) === stemOf(from);
  const content = other === undefined ? "" : `has the content of a ${other.toUpperCase()} picture, and `;
  const shown = `${content}is shown as ${to}`;
  const why = isPlain ? `${shown}.` : `${shown}, since another picture has the same name with another extension.`;
  return { what: isPlain ? "converted" : "renamed", where: from, why };
}

function brokenEntry(name: string, reason: string, isCounted: boolean): MediaEntry {
  const became = isCounted
    ? "A gray picture is shown in its place, so that annotations stay on their frames."
    : "It was left out.";
  return { what: "broken", where: name, why: `${reason} ${became}`, next: "Upload an intact copy of it." };
}

/** The pictures of a folder, in display order. */
async function picturesIn({ database }: Ports, folder: FolderRecord): Promise<ItemRecord[]> {
  const { rows } = await database.items.listInFolder(folder.id, everything, { by: "name", descending: false });
  const kinds = datasetOf(folder).type === "image-sequence" ? ["image", "large-image"] : ["image"];
  return rows.filter(({ name }) => kinds.includes(kindOfFile(name)));
}

/** @throws ImageError if there is no content */
export async function withPicture<T>(ports: Ports, item: ItemRecord, work: (path: string) => Promise<T>): Promise<T> {
  const [file] = withoutTiles(await ports.database.files.listInItems([item.id]));
  if (!hasBytes(file) || file.size === 0) throw new ImageError("is empty.");
  return await (await openContent(ports, file)).withLocalFile(work);
}

function allBrokenText(broken: readonly BrokenPicture[]): string {
  const more = broken.length > maxNamed ? `, ${broken.length - maxNamed} more` : "";
  const names = broken.slice(0, maxNamed).map(({ item }) => item.name);
  return `No picture can be shown: ${names.join(", ")}${more}. Replace them, and process the folder again.`;
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
