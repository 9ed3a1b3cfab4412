/** Opens the pictures of a dataset, of whatever kind they are. */

import { openImageSequence } from "../../media/image-sequence-source.ts";
import { openLargeImages } from "../../media/large-image-source.ts";
import { openVideo } from "../../media/open-video.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import type { CameraInfo } from "../../session/dataset.ts";

export function openMedia({ media, fps, originalFps }: CameraInfo, signal: AbortSignal): Promise<FrameSource> {
  if (media.kind === "video") {
    if (originalFps === undefined) {
      console.warn(
        `${media.filename}: the dataset names no original frame rate, which affects the accuracy of seeking.`,
      );
    }
    return openVideo({ url: media.url, name: media.filename, fps, originalFps, signal });
  }
  if (media.kind === "large-image") {
    return openLargeImages({
      items: media.images.map(({ id, filename }) => ({ id, fileName: filename })),
      fps,
      signal,
    });
  }
  return openImageSequence({
    items: media.images.map(({ url, filename }) => ({ url, fileName: filename })),
    fps,
    signal,
  });
}
