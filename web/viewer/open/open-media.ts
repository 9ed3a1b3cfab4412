/** Opens the pictures of a dataset, of any media type. */

import { openImageSequence } from "../../media/image-sequence-source.ts";
import { openLargeImages } from "../../media/large-image-source.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import type { CameraInfo } from "../../session/dataset/dataset.ts";

export async function openMedia({ media, fps, originalFps }: CameraInfo, signal: AbortSignal): Promise<FrameSource> {
  const direct = media.kind !== "large-image" && media.isDirect === true ? { isDirect: true } : {};
  if (media.kind === "video") {
    if (originalFps === undefined) {
      console.warn(
        `${media.filename}: the dataset names no original frame rate, which affects the accuracy of seeking.`,
      );
    }
    // Container readers are an eighth of the viewer's script, so they are loaded in parallel with annotations, and for
    // videos only.
    const { openVideo } = await import("../../media/open-video.ts");
    signal.throwIfAborted();
    return await openVideo({ url: media.url, name: media.filename, fps, originalFps, ...direct, signal });
  }
  if (media.kind === "large-image") {
    return await openLargeImages({
      items: media.images.map(({ id, filename }) => ({ id, fileName: filename })),
      fps,
      signal,
    });
  }
  return await openImageSequence({
    items: media.images.map(({ url, filename }) => ({ url, fileName: filename })),
    ...direct,
    fps,
    signal,
  });
}
