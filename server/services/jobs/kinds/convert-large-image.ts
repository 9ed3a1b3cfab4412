/**
 * Makes tiles of large images (api-v1 16.2, 18): of one item, or of all pictures of a folder, which then becomes a
 * dataset of the type large-image. Images that have tiles are skipped, so that a repeated run continues where it
 * stopped.
 */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { endingOf } from "#schemas/media-files";
import { AccessLevel } from "../../../base/access-level.ts";
import { recordIfMade } from "../../access/record-event.ts";
import { makeWorkFolder } from "../../../base/work-folder.ts";
import { type Checked, object, optional, text } from "../../../domain/body-check.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../../../domain/file-kinds.ts";
import { withMediaProblems } from "../../../domain/media-problems.ts";
import { isTilesFile, mapTilesMimeType, tilesMimeType, withoutTiles } from "../../../domain/tile-files.ts";
import { maxVrtBytes, VrtError, vrtSources } from "../../../domain/vrt-sources.ts";
import { ImageError } from "../../../ports/image-decoder.ts";
import type { Repositories } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../../ports/records.ts";
import { wholeList } from "../../../ports/whole-list.ts";
import { withLocalFiles } from "../../content/local-files.ts";
import { hasBytes, readContent } from "../../content/open-content.ts";
import { placed, placeFile } from "../../tree/file-placement.ts";
import { requireStillStored, storeStream } from "../../tree/stored-content.ts";
import { type RepeatDeps, repeatConversion } from "../repeat-conversion.ts";
import type { QueuedJob } from "../job-definition.ts";
import { JobError } from "../job-error.ts";
import type { WorkerRun } from "../job-run.ts";
import { joining, withJoin } from "./join-cameras.ts";

const parameters = object(
  {
    folderId: text,
    /** Absent: every picture of the folder, which becomes a dataset of large images. */
    itemId: optional(text),
    ...joining,
  },
  "drop",
);
type MakeTilesTask = Checked<typeof parameters>;

export interface MakeTilesDeps extends RepeatDeps {
  readonly ports: Ports;
  readonly limits: { readonly maxUploadBytes: number };
}

/** Progress within one image. */
const steps = 1000;
const maxNamed = 20;

export const convertLargeImage: QueuedJob<MakeTilesTask, MakeTilesDeps> = {
  kind: "convert-large-image",
  queue: "convert",
  parameters,
  title: (_task, { folder = "", item = folder }) => `Large Image Conversion: ${item}`,
  wireType: "large_image_tiff",
  key: ({ folderId, itemId }) => itemId ?? folderId,
  repeat: async (asked, deps) => await repeatConversion(convertLargeImage, asked, deps),
  run: withJoin(async (run, { ports, access, limits }) => {
    const { task, actor, signal, progress, log, succeed } = run;
    const { folderId, itemId } = task;
    const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write);
    const items = await imagesOf(ports, folder, itemId);
    const broken: BrokenImage[] = [];
    for (const [index, item] of items.entries()) {
      signal.throwIfAborted();
      const onProgress = (done: number, total: number): void =>
        progress(Math.round((index + done / total) * steps), items.length * steps, `Making tiles of ${item.name}`);
      onProgress(0, 1);
      try {
        await makeTilesOf(ports, run, item, limits.maxUploadBytes, onProgress);
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        broken.push({ name: item.name, reason: error.message });
        if (broken.length <= maxNamed) await log(`${item.name} ${error.message}`);
      }
    }
    if (broken.length > 0) throw new JobError(brokenText(broken, items.length));
    progress(items.length * steps, items.length * steps, "");
    await succeed({ dataset: folder.id }, async (tx) => {
      if (itemId !== undefined) return;
      const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      const fps = datasetOf(record).fps === -1 ? { fps: 1 } : {};
      const meta = { ...record.meta, ...fps, type: "large-image", annotate: true };
      await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
      await recordIfMade(tx, ports, { before: record, after: meta, user: actor.user });
    });
  }),
};

async function imagesOf({ database }: Ports, folder: FolderRecord, itemId: string | undefined): Promise<ItemRecord[]> {
  if (itemId !== undefined) {
    const item = await database.items.find(itemId);
    if (item?.folderId !== folder.id) throw new JobError("The image has been deleted.");
    return [item];
  }
  const { rows } = await database.items.listInFolder(folder.id, wholeList, { by: "name", descending: false });
  const isSequence = datasetOf(folder).type === "image-sequence";
  const images = rows.filter(({ name }) =>
    isSequence ? isWebSafeImageName(name) : ["image", "large-image"].includes(kindOfFile(name)),
  );
  if (images.length === 0) throw new JobError("There are no images in this folder.");
  return images;
}

/** Pages after the first one, which would not be shown otherwise. */
async function recordPages(tx: Repositories, item: ItemRecord, pageCount: number, updatedMs: number): Promise<void> {
  const folder = await tx.folders.find(item.folderId);
  if (folder === undefined) return;
  const text = `has ${pageCount} pages of one size, of which only the first is shown: save each page as a separate file to annotate all of them.`;
  await tx.folders.update(folder.id, { meta: withMediaProblems(folder.meta, item.name, [text]), updatedMs });
}

/** @throws ImageError */
async function makeTilesOf(
  ports: Ports,
  { actor, signal, store, log }: WorkerRun,
  item: ItemRecord,
  maxBytes: number,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { database, largeImages } = ports;
  const stored = await database.files.listInItems([item.id]);
  if (stored.some(isTilesFile)) return;
  const [file] = withoutTiles(stored);
  if (!hasBytes(file) || file.size === 0) throw new ImageError("is empty.");
  const ending = endingOf(item.name);
  const named = ending === "vrt" ? await partsOf(ports, item, file) : [];
  const temporary = await makeWorkFolder("job");
  try {
    const targets = { pixels: join(temporary, "tiles"), map: join(temporary, "map-tiles") };
    const files = [file, ...named.map((part) => part.file)];
    let pageCount = 1;
    const built = await withLocalFiles(ports, files, async ([path = "", ...paths]) => {
      pageCount = await ports.imageDecoder.countPages(path);
      const parts = named.map(({ place }, n) => ({ place, path: paths[n] ?? "" }));
      return await largeImages.buildPyramid({ path, ending, parts }, targets, { signal, onProgress });
    });
    for (const note of built.notes) await log(`${item.name} ${note}`);
    const pixels = await storeStream(ports, createReadStream(targets.pixels), maxBytes);
    const map = built.hasMap ? await storeStream(ports, createReadStream(targets.map), maxBytes) : undefined;
    await store({ dataset: item.folderId }, async (tx) => {
      const current = await tx.items.find(item.id);
      if (current === undefined || (await tx.files.listInItems([item.id])).some(isTilesFile)) return;
      const place = { parentType: "item", parentId: item.id, userId: actor.user?.id ?? null } as const;
      if (pageCount > 1) await recordPages(tx, item, pageCount, ports.clock.nowMs());
      await requireStillStored(tx, pixels);
      await placeFile(ports, tx, { ...place, name: `${file.name}.tiles`, mimeType: tilesMimeType }, placed(pixels));
      if (map === undefined) return;
      await requireStillStored(tx, map);
      await placeFile(ports, tx, { ...place, name: `${file.name}.map-tiles`, mimeType: mapTilesMimeType }, placed(map));
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

interface NamedPart {
  readonly place: string;
  readonly file: FileRecord;
}

/** Files of the folder that a VRT consists of, by the last part of the path in the VRT. @throws ImageError */
async function partsOf(ports: Ports, item: ItemRecord, file: FileRecord): Promise<NamedPart[]> {
  const { database } = ports;
  if (file.size > maxVrtBytes) throw new ImageError(`has more than ${maxVrtBytes} bytes.`);
  const bytes: Uint8Array[] = [];
  for await (const part of readContent(ports, file)) bytes.push(part);
  const places = sourcesOf(Buffer.concat(bytes).toString("utf8"));
  const { rows } = await database.items.listInFolder(item.folderId, wholeList, { by: "name", descending: false });
  const inFolder = new Map(rows.map(({ name, id }) => [name, id]));
  const parts: NamedPart[] = [];
  for (const place of places) {
    const id = inFolder.get(place.slice(place.lastIndexOf("/") + 1));
    const [part] = id === undefined ? [] : withoutTiles(await database.files.listInItems([id]));
    if (!hasBytes(part)) {
      throw new ImageError(`refers to "${place}", which was not uploaded with it. Upload it into the same folder.`);
    }
    parts.push({ place, file: part });
  }
  return parts;
}

/** @throws ImageError */
function sourcesOf(text: string): string[] {
  try {
    return vrtSources(text);
  } catch (error) {
    if (error instanceof VrtError) throw new ImageError(error.message, { cause: error });
    throw error;
  }
}

interface BrokenImage {
  readonly name: string;
  /** Follows the name. */
  readonly reason: string;
}

/** With the reason of the first, since not everybody sees the log. */
function brokenText(broken: readonly BrokenImage[], count: number): string {
  const [first, ...others] = broken;
  const more = others.length >= maxNamed ? `, ${broken.length - maxNamed} more` : "";
  const names = others.slice(0, maxNamed - 1).map(({ name }) => name);
  const rest = names.length > 0 ? ` The others: ${names.join(", ")}${more}; the log says why.` : "";
  return `${broken.length} of ${count} images cannot be shown: ${first?.name} ${first?.reason}${rest} Replace or remove them, and process the folder again.`;
}
