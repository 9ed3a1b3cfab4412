/** The media of a dataset as files, for pipelines and trainings, with a list of the picture of each frame. */
import { datasetOf } from "../../domain/dataset.ts";
import { isFullRate, pictureOfFrames } from "../../domain/frame-pictures.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { mediaProblemsOf } from "#schemas/media-problems";
import type { Ports } from "../../ports/index.ts";
import type { PipelineMedia } from "../../ports/pipeline-engine.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../ports/records.ts";
import { VideoProbeError } from "../../ports/video-probe.ts";
import type { Actor } from "../access/actor.ts";
import { withLocalFiles } from "../content/local-files.ts";
import { hasBytes } from "../content/open-content.ts";
import type { MediaService } from "../media/media.service.ts";
import { JobError } from "./job-error.ts";

type VideoMedia = PipelineMedia & { readonly kind: "video" };

/**
 * Provides the media as files. @param wantsOriginal also the original of a video, if its pictures are those that are
 * shown
 */
export async function withMedia<T>(
  ports: Ports,
  media: MediaService,
  { actor, folder }: { readonly actor: Actor; readonly folder: FolderRecord },
  wantsOriginal: boolean,
  work: (given: PipelineMedia) => Promise<T>,
): Promise<T> {
  const { images, sourceVideo, video } = await media.itemsOf(actor, folder);
  if (video === undefined && images.length === 0) throw new JobError(`${folder.name} has no media.`);
  const hasOriginal = wantsOriginal && sourceVideo !== undefined && sourceVideo !== video;
  const original = hasOriginal && isWhole(folder, sourceVideo) ? sourceVideo : undefined;
  const items = video === undefined ? images : original === undefined ? [video] : [video, original];
  const files = contentsOf(items, await (await media.sourceOf(actor, folder)).filesOf(items));
  return await withLocalFiles(ports, files, async (paths) => {
    if (video === undefined) {
      return await work({ kind: "images", files: images.map(({ name }, n) => ({ name, path: paths[n] ?? "" })) });
    }
    const shown = await videoOf(ports, folder, video, paths[0] ?? "");
    if (original === undefined || !hasSamePixels(folder, shown)) return await work(shown);
    return await work({ ...shown, original: { name: original.name, path: paths[1] ?? "" } });
  });
}

/** For a damaged original, some pictures may be missing from the shown media. */
const isWhole = ({ meta }: FolderRecord, { name }: ItemRecord): boolean =>
  !mediaProblemsOf(meta).some(({ file }) => file === name);

/** Annotations are in pixels as shown: upright and square. */
function hasSamePixels(folder: FolderRecord, shown: Pick<VideoMedia, "height" | "width">): boolean {
  const { uploadedStream: stream } = datasetOf(folder);
  const isRotated = JSON.stringify([stream["side_data_list"], stream["tags"]]).includes('"rotat');
  const hasSquarePixels = ["0:1", "1:1"].includes(String(stream["sample_aspect_ratio"] ?? "1:1"));
  return stream["width"] === shown.width && stream["height"] === shown.height && hasSquarePixels && !isRotated;
}

async function videoOf(ports: Ports, folder: FolderRecord, item: ItemRecord, path: string): Promise<VideoMedia> {
  const { name } = item;
  const { facts, times } = await ports.videoProbe.probeTimes(path).catch((error: unknown) => {
    throw error instanceof VideoProbeError ? new JobError(`${name} ${error.message}`) : error;
  });
  const { fps } = datasetOf(folder);
  const { width, height } = facts;
  const video = { kind: "video", path, name, width, height } as const;
  if (fps === undefined || isFullRate(fps, itemFactsOf(item).originalFps ?? facts.rate.value)) {
    return { ...video, frameCount: facts.frameCount };
  }
  const pictureOfFrame = pictureOfFrames(times, fps);
  return { ...video, frameCount: pictureOfFrame.length, pictureOfFrame };
}

function contentsOf(items: readonly ItemRecord[], files: readonly FileRecord[]): FileRecord[] {
  const byItem = new Map(files.map((file) => [file.itemId, file]));
  return items.map(({ id, name }) => {
    const file = byItem.get(id);
    if (!hasBytes(file)) throw new JobError(`${name} has no content.`);
    return file;
  });
}
