/** Opens a video in the best way this browser supports: WebCodecs if it exists and knows the codec, else `<video>`. */
import { ExactVideoSource } from "./exact-video-source.ts";
import { createFrameMap } from "./frame-map.ts";
import type { FrameSource } from "./frame-source.ts";
import { openContainer } from "./open-container.ts";
import { VideoElementSource } from "./video-element-source.ts";

export interface OpenVideoOptions {
  readonly url: string;
  /** File name, for messages. */
  readonly name: string;
  /** Annotation frames per second; `undefined`: every stored picture is a frame. */
  readonly fps?: number | undefined;
  /** The video's own rate, if the dataset has it. */
  readonly originalFps?: number | undefined;
  /** `auto`, unless a test or a user wants a particular one. */
  readonly decoder?: "auto" | "webcodecs" | "video-element";
  /** Browsers may read it from its storage. */
  readonly isDirect?: boolean | undefined;
  readonly signal?: AbortSignal;
}

/** Rejects with `MediaError` if the video cannot be shown. The caller disposes of the source. */
export async function openVideo(options: OpenVideoOptions): Promise<FrameSource> {
  const { url, name, fps, originalFps, decoder = "auto", isDirect, signal } = options;
  const video = await openContainer(url, name, { isDirect, signal });
  const map = createFrameMap(video.table, fps, originalFps);
  if (decoder === "webcodecs") return new ExactVideoSource(video, map);
  if (decoder === "auto" && (await video.track.canDecode())) {
    const source = new ExactVideoSource(video, map);
    // Browsers claim support for codecs that they then reject; the first picture is needed next anyway.
    if (await canShow(source, signal)) return source;
    source.dispose();
    signal?.throwIfAborted();
  }
  return VideoElementSource.open(video, map, signal);
}

async function canShow(source: FrameSource, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    (await source.getFrame(0, signal === undefined ? {} : { signal })).close();
    return true;
  } catch {
    return false;
  }
}
