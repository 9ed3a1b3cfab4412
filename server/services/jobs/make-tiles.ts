/**
 * Makes tiles of large images (api-v1 16.2, 18): of one item, or of all pictures of a folder, which is a dataset of the type
 * large-image then. Images that have tiles are left alone, so that beginning again goes on where it was.
 */
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../../domain/file-kinds.ts";
import { isTilesFile, tilesMimeType, withoutTiles } from "../../domain/tile-files.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access.service.ts";
import { placeFile } from "../file-placement.ts";
import { requireKept, storeStream } from "../stored-content.ts";
import { JobError, type WorkerRun, type WorkerTask } from "./worker.ts";

export interface MakeTilesTask {
  readonly folderId: string;
  /** Absent: every picture of the folder, which becomes a dataset of large images. */
  readonly itemId?: string;
}

/** Progress within one image. */
const steps = 1000;
const mostNamed = 20;

export function makeTiles(ports: Ports, access: AccessService, maxBytes: number): WorkerTask {
  return async (run) => {
    const { job, actor, signal, progress, log, succeed } = run;
    const { folderId, itemId } = job.kwargs["task"] as MakeTilesTask;
    const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write);
    const items = await imagesOf(ports, folder, itemId);
    const broken: string[] = [];
    for (const [index, item] of items.entries()) {
      signal.throwIfAborted();
      const onProgress = (done: number, total: number): void =>
        progress(Math.round((index + done / total) * steps), items.length * steps, `Making tiles of ${item.name}`);
      onProgress(0, 1);
      try {
        await makeTilesOf(ports, run, item, maxBytes, onProgress);
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        broken.push(item.name);
        if (broken.length <= mostNamed) await log(`${item.name} ${error.message}`);
      }
    }
    if (broken.length > 0) throw new JobError(brokenText(broken, items.length));
    progress(items.length * steps, items.length * steps, "");
    await succeed(async (tx) => {
      if (itemId !== undefined) return;
      const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      const fps = datasetOf(record).fps === -1 ? { fps: 1 } : {};
      const meta = { ...record.meta, ...fps, type: "large-image", annotate: true };
      await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
    });
  };
}

async function imagesOf({ database }: Ports, folder: FolderRecord, itemId: string | undefined): Promise<ItemRecord[]> {
  if (itemId !== undefined) {
    const item = await database.items.find(itemId);
    if (item?.folderId !== folder.id) throw new JobError("The image has been deleted.");
    return [item];
  }
  const everything = { limit: 0, offset: 0 } as const;
  const { rows } = await database.items.listInFolder(folder.id, everything, { by: "name", descending: false });
  const isSequence = datasetOf(folder).type === "image-sequence";
  const images = rows.filter(({ name }) =>
    isSequence ? isWebSafeImageName(name) : ["image", "large-image"].includes(kindOfFile(name)),
  );
  if (images.length === 0) throw new JobError("There are no images in this folder.");
  return images;
}

/** @throws ImageError */
async function makeTilesOf(
  ports: Ports,
  { actor, signal, store }: WorkerRun,
  item: ItemRecord,
  maxBytes: number,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { blobs, database, largeImages } = ports;
  const files = await database.files.listInItems([item.id]);
  if (files.some(isTilesFile)) return;
  const [file] = withoutTiles(files);
  if (file?.blobHash == null || file.size === 0) throw new ImageError("is empty.");
  refuseUnreadable(item.name);
  const temporary = await mkdtemp(join(tmpdir(), "wakeline-job-"));
  try {
    const target = join(temporary, "tiles");
    await blobs.withLocalFile(file.blobHash, (path) => largeImages.buildPyramid(path, target, { signal, onProgress }));
    const ref = await storeStream(ports, createReadStream(target), maxBytes);
    await store(async (tx) => {
      const current = await tx.items.find(item.id);
      if (current === undefined || (await tx.files.listInItems([item.id])).some(isTilesFile)) return;
      await requireKept(tx, ref);
      const place = {
        parentType: "item",
        parentId: item.id,
        name: `${file.name}.tiles`,
        mimeType: tilesMimeType,
      } as const;
      await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, ref);
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Formats that take another program. @throws ImageError that names it */
function refuseUnreadable(name: string): void {
  if (/\.(nitf|ntf|vrt|r[0-6])$/i.test(name)) {
    throw new ImageError(
      "cannot be read: NITF and VRT files have to be made GeoTIFF first, for example with gdal_translate.",
    );
  }
}

function brokenText(broken: readonly string[], count: number): string {
  const more = broken.length > mostNamed ? `, ${broken.length - mostNamed} more` : "";
  const names = broken.slice(0, mostNamed).join(", ");
  return `${broken.length} of ${count} images cannot be shown: ${names}${more}. Replace or remove them, and process the folder again.`;
}
