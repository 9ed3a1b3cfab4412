/** The media of a dataset as files, for pipelines and trainings: which picture each frame is, is said beside them. */
import { datasetOf } from "../../domain/dataset.ts";
import { isOwnRate, pictureOfFrames } from "../../domain/frame-pictures.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { Ports } from "../../ports/index.ts";
import type { PipelineMedia } from "../../ports/pipeline-engine.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import { VideoProbeError } from "../../ports/video-probe.ts";
import { withLocalFiles } from "../local-files.ts";
import type { MediaService } from "../media.service.ts";
import { JobError } from "./worker.ts";

/** Lends the media as files. */
export async function withMedia<T>(
  ports: Ports,
  media: MediaService,
  folder: FolderRecord,
  work: (given: PipelineMedia) => Promise<T>,
): Promise<T> {
  const { images, video } = await media.itemsOf(folder);
  if (video === undefined && images.length === 0) throw new JobError(`${folder.name} has nothing to look at.`);
  const items = video === undefined ? images : [video];
  const files = await hashesOf(ports, items);
  return await withLocalFiles(ports.blobs, files, async (paths) => {
    if (video === undefined) {
      return await work({ kind: "images", files: images.map(({ name }, n) => ({ name, path: paths[n] ?? "" })) });
    }
    return await work(await videoOf(ports, folder, video, paths[0] ?? ""));
  });
}

async function videoOf(ports: Ports, folder: FolderRecord, item: ItemRecord, path: string): Promise<PipelineMedia> {
  const { name } = item;
  const { facts, times } = await ports.videoProbe.probeTimes(path).catch((error: unknown) => {
    throw error instanceof VideoProbeError ? new JobError(`${name} ${error.message}`) : error;
  });
  const { fps } = datasetOf(folder);
  const { width, height } = facts;
  const video = { kind: "video", path, name, width, height } as const;
  if (fps === undefined || isOwnRate(fps, itemFactsOf(item).originalFps ?? facts.rate.value)) {
    return { ...video, frameCount: facts.frameCount };
  }
  const pictureOfFrame = pictureOfFrames(times, fps);
  return { ...video, frameCount: pictureOfFrame.length, pictureOfFrame };
}

async function hashesOf({ database }: Ports, items: readonly ItemRecord[]): Promise<string[]> {
  const files = await database.files.listInItems(items.map(({ id }) => id));
  const byItem = new Map(files.map((file) => [file.itemId, file.blobHash]));
  return items.map(({ id, name }) => {
    const hash = byItem.get(id);
    if (hash == null) throw new JobError(`${name} has no content.`);
    return hash;
  });
}
