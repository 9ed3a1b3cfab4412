/** What an annotation file is held against, of the camera that is shown. */
import type { FrameSource } from "../../media/frame-source.ts";
import type { ImportMedia } from "../../features/import/import-media.ts";
import type { CameraInfo } from "../../session/dataset/dataset.ts";

/** @param source of its pictures, once they are there */
export function importMediaOf(
  { fps, originalFps, media }: CameraInfo,
  source: Pick<FrameSource, "frameCount" | "width" | "height"> | undefined,
): ImportMedia {
  return {
    fps,
    originalFps,
    isVideo: media.kind === "video",
    imageNames: media.kind === "image-sequence" ? media.images.map(({ filename }) => filename) : [],
    frameCount: source?.frameCount,
    imageSize: source && { width: source.width, height: source.height },
  };
}
