/**
 * Makes a video that browsers play of one that they do not (api-v1 16.2). The original stays where it is; beside it comes a
 * converted one, and the folder becomes a dataset.
 */
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { annotationRate } from "../../domain/frame-rate.ts";
import type { Ports } from "../../ports/index.ts";
import type { ItemRecord } from "../../ports/records.ts";
import { VideoConversionError } from "../../ports/video-converter.ts";
import type { AccessService } from "../access.service.ts";
import { placeFile } from "../file-placement.ts";
import { requireKept, storeStream } from "../stored-content.ts";
import { JobError, type WorkerTask } from "./worker.ts";

export interface ConvertVideoTask {
  readonly folderId: string;
  readonly itemId: string;
}

export function convertVideo(ports: Ports, access: AccessService, maxBytes: number): WorkerTask {
  return async ({ job, actor, signal, progress, log, succeed }) => {
    const { folderId, itemId } = job.kwargs["task"] as ConvertVideoTask;
    const { blobs, database, videoConverter, videoProbe } = ports;
    await access.requireFolder(actor, folderId, AccessLevel.write);
    const item = await database.items.find(itemId);
    const [file] = item === undefined ? [] : await database.files.listInItems([itemId]);
    if (item?.folderId !== folderId || file?.blobHash == null) throw new JobError("The video has been deleted.");
    const { name } = item;
    if (videoConverter === undefined) {
      throw new JobError(
        `${name} cannot be converted: this worker finds no ffmpeg, neither the system's nor the package @ffmpeg/core. Install one where the worker runs.`,
      );
    }
    const temporary = await mkdtemp(join(tmpdir(), "wakeline-job-"));
    try {
      const target = join(temporary, "converted.mp4");
      const onProgress = (done: number, total: number): void => progress(done, total, `Converting ${name}`);
      const notes: string[] = [];
      const conversion = { signal, onProgress, onNote: (text: string) => void notes.push(text) };
      const converted = await blobs
        .withLocalFile(file.blobHash, (path) => videoConverter.convert(path, target, conversion))
        .catch((error: unknown) => {
          throw error instanceof VideoConversionError
            ? new JobError(`${name} ${error.message}`, { cause: error })
            : error;
        });
      for (const note of notes) await log(`${name}: ${note}`);
      const facts = await videoProbe.probe(target);
      if (facts.frameCount !== converted.frameCount) {
        throw new JobError(`${name}: ${converted.frameCount} pictures became ${facts.frameCount}. Nothing was stored.`);
      }
      const ref = await storeStream(ports, createReadStream(target), maxBytes);
      const rate = { originalFps: facts.rate.value, originalFpsString: facts.rate.text };
      await succeed(async (tx) => {
        const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write, tx);
        const original = await requireOriginal(await tx.items.find(itemId), folder.id);
        const fps = annotationRate(datasetOf(folder).fps, facts.rate.value);
        if (fps < 1) throw new JobError("FPS lower than 1 is not supported");
        await requireKept(tx, ref);
        const place = {
          parentType: "folder",
          parentId: folder.id,
          name: `${stemOf(original.name)}.transcoded.mp4`,
          mimeType: "video/mp4",
          userId: actor.user?.id ?? null,
        } as const;
        const placed = await placeFile(ports, tx, place, ref);
        const facts264 = { source_video: false, transcoder: "ffmpeg", ...rate, codec: "h264" };
        await tx.items.update(placed.item.id, { meta: { ...facts264, frameCount: facts.frameCount } });
        const source = { source_video: true, ...rate, codec: converted.codec };
        await tx.items.update(original.id, { meta: { ...original.meta, ...source } });
        const meta = { ...folder.meta, ...rate, fps, annotate: true, ffprobe_info: converted.stream };
        await tx.folders.update(folder.id, { meta, updatedMs: ports.clock.nowMs() });
      });
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  };
}

async function requireOriginal(item: ItemRecord | undefined, folderId: string): Promise<ItemRecord> {
  if (item?.folderId !== folderId) throw new JobError("The video has been deleted.");
  return item;
}

/** The name without its ending. */
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "");
