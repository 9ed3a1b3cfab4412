/**
 * A decoder for following, opened before it is needed: a video's index and its first picture take longer than a short
 * follow. The page's own decoder is busy with the shown frames.
 */

import type { FrameSource } from "../../../media/frame-source.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { openMedia } from "../../open/open-media.ts";

export class SpareDecoder {
  readonly #stop = new AbortController();
  #spare: { readonly camera: Camera; readonly source: Promise<FrameSource> } | undefined;

  /** Opens one, which decodes this frame, unless there is one. Rejects if the media cannot be opened. */
  async prepare(camera: Camera, frame: number): Promise<void> {
    if (this.#spare?.camera === camera) return;
    this.#discard();
    const spare = { camera, source: openMedia(camera.info, this.#stop.signal) };
    spare.source.catch(() => {
      if (this.#spare === spare) this.#spare = undefined;
    });
    this.#spare = spare;
    const source = await spare.source;
    (await source.getFrame(frame, { signal: this.#stop.signal })).close();
  }

  /** The spare one, or a new one; the caller disposes of it. */
  async take(camera: Camera, signal: AbortSignal): Promise<FrameSource> {
    const spare = this.#spare;
    if (spare?.camera !== camera) return await openMedia(camera.info, signal);
    this.#spare = undefined;
    return await spare.source;
  }

  dispose(): void {
    this.#stop.abort();
    this.#discard();
  }

  #discard(): void {
    this.#spare?.source.then((source) => source.dispose()).catch(() => undefined);
    this.#spare = undefined;
  }
}
