/**
 * Decodes every picture of a folder once, and makes PNG files of those that browsers do not show alike (api-v1 16.2). The
 * folder becomes a dataset when all its pictures are whole; else the job names those that are not. Originals of converted
 * pictures are put away beside the media, so that each picture is there once.
 */
import { Readable } from "node:stream";

import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../../domain/file-kinds.ts";
import { withMediaProblems } from "../../domain/media-problems.ts";
import { withoutTiles } from "../../domain/tile-files.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access.service.ts";
import { placeFile } from "../file-placement.ts";
import type { FolderService } from "../folder.service.ts";
import { putAwayItem } from "../put-away.ts";
import { requireKept, storeStream } from "../stored-content.ts";
import { JobError, type WorkerTask } from "./worker.ts";

export interface ConvertImagesTask {
  readonly folderId: string;
}

/** Pictures that are named when they are broken. */
const mostNamed = 20;
const everything = { limit: 0, offset: 0 } as const;

export function convertImages(
  ports: Ports,
  { access, folders }: { access: AccessService; folders: FolderService },
  maxBytes: number,
): WorkerTask {
  return async ({ job, actor, signal, progress, log, store, succeed }) => {
    const { folderId } = job.kwargs["task"] as ConvertImagesTask;
    const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write);
    const pictures = await picturesIn(ports, folder);
    const broken: string[] = [];
    for (const [index, item] of pictures.entries()) {
      signal.throwIfAborted();
      progress(index, pictures.length, `Looking at ${item.name}`);
      try {
        if (isWebSafeImageName(item.name)) {
          await withPicture(ports, item, (path) => ports.imageDecoder.check(path));
          continue;
        }
        const { png, problem } = await withPicture(ports, item, (path) =>
          ports.imageDecoder.toPng(path, endingOf(item.name)),
        );
        const ref = await storeStream(ports, Readable.from([png]), maxBytes);
        await store(async (tx) => {
          const original = await tx.items.find(item.id);
          if (original?.folderId !== folder.id) return;
          await requireKept(tx, ref);
          const name = item.name.replace(/\.[^.]*$/, ".png");
          const place = { parentType: "folder", parentId: folder.id, name, mimeType: "image/png" } as const;
          await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, ref);
          const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
          await putAwayItem(tx, folders, actor, record, original);
          if (problem === undefined) return;
          const meta = withMediaProblems(record.meta, item.name, [problem]);
          await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
        });
        if (problem !== undefined) await log(`${item.name} ${problem}`);
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        broken.push(item.name);
        if (broken.length <= mostNamed) await log(`${item.name} ${error.message}`);
      }
    }
    progress(pictures.length, pictures.length, "");
    if (broken.length > 0) throw new JobError(brokenText(broken, pictures.length));
    await succeed(async (tx) => {
      const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      const fps = datasetOf(record).fps === -1 ? { fps: 1 } : {};
      const meta = { ...record.meta, ...fps, annotate: true };
      await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
    });
  };
}

/** The pictures of a folder that are to be shown one after the other. */
async function picturesIn({ database }: Ports, folder: FolderRecord): Promise<ItemRecord[]> {
  const { rows } = await database.items.listInFolder(folder.id, everything, { by: "name", descending: false });
  const kinds = datasetOf(folder).type === "image-sequence" ? ["image", "large-image"] : ["image"];
  return rows.filter(({ name }) => kinds.includes(kindOfFile(name)));
}

/** @throws ImageError when there is no content to look at */
export async function withPicture<T>(
  { blobs, database }: Ports,
  item: ItemRecord,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const [file] = withoutTiles(await database.files.listInItems([item.id]));
  if (file?.blobHash == null || file.size === 0) throw new ImageError("is empty.");
  return await blobs.withLocalFile(file.blobHash, work);
}

function brokenText(broken: readonly string[], count: number): string {
  const more = broken.length > mostNamed ? `, ${broken.length - mostNamed} more` : "";
  const names = broken.slice(0, mostNamed).join(", ");
  return `${broken.length} of ${count} pictures cannot be shown: ${names}${more}. Replace or remove them, and process the folder again.`;
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
