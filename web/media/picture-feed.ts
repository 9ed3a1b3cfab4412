/**
 * Fetches the picture of the current frame and hands it on. One request is under way at a time: while somebody drags the
 * slider, pictures come as fast as they can be decoded, and the last one is always that of the current frame.
 */
import { effect, signal } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";
import type { Picture } from "../base/picture.ts";
import type { FrameSource } from "./frame-source.ts";

export interface PictureFeed {
  /** The frame whose picture was handed on last: draw annotations of this frame, so that they fit the picture. */
  readonly shown: ReadonlySignal<number | undefined>;
  /** Why the current frame has no picture. */
  readonly error: ReadonlySignal<Error | undefined>;
  dispose(): void;
}

/** @param onPicture takes the picture over: the renderer's `setPicture` */
export function createPictureFeed(
  source: FrameSource,
  frame: ReadonlySignal<number>,
  onPicture: (picture: Picture) => void,
): PictureFeed {
  const shown = signal<number | undefined>(undefined);
  const error = signal<Error | undefined>(undefined);
  let busy = false;
  let disposed = false;

  async function follow(): Promise<void> {
    if (busy || disposed) return;
    busy = true;
    const wanted = frame.peek();
    await fetchPicture(wanted);
    busy = false;
    if (wanted !== frame.peek()) void follow();
  }

  async function fetchPicture(wanted: number): Promise<void> {
    try {
      const picture = await source.getFrame(wanted);
      if (disposed) {
        picture.close();
        return;
      }
      onPicture(picture);
      shown.value = wanted;
      error.value = undefined;
    } catch (reason) {
      if (!disposed && wanted === frame.peek())
        error.value = reason instanceof Error ? reason : new Error(String(reason));
    }
  }

  const stop = effect(() => {
    void frame.value;
    void follow();
  });
  return {
    shown,
    error,
    dispose() {
      disposed = true;
      stop();
    },
  };
}
