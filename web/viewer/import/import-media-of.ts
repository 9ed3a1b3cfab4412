/** The media that an annotation file is matched against: those of the active camera. */
import type { FrameSource } from "../../media/frame-source.ts";
import type { ImportMedia } from "../../features/import/import-media.ts";
import type { CameraInfo } from "../../session/dataset/dataset.ts";

/** @param source its pictures, once loaded */
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
