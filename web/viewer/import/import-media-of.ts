/** The video that an annotation file is matched against: that of the active camera. */
import type { FrameSource } from "../../media/frame-source.ts";
import type { ImportMedia } from "../../features/import/import-media.ts";
import type { CameraInfo } from "../../session/dataset/dataset.ts";

/**
 * @param source its pictures, once loaded
 * @returns `undefined` for pictures, whose sizes the server knows
 */
export function importMediaOf(
  { fps, originalFps, media }: CameraInfo,
  source: Pick<FrameSource, "frameCount" | "width" | "height"> | undefined,
  datasetName: string,
): ImportMedia | undefined {
  if (media.kind !== "video") return undefined;
  return {
    fps,
    originalFps,
    isVideo: true,
    imageNames: [],
    frameCount: source?.frameCount,
    imageSize: source && { width: source.width, height: source.height },
    videoNames: [media.filename, datasetName],
  };
}
