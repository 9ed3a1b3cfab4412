/**
 * Fetches the picture of the requested frame and passes it to the screen. Only one request is pending at a time: while
 * the slider is dragged, pictures arrive as fast as they can be decoded, and the last one is always the last one
 * requested.
 *
 * A video that shows itself during playback needs no pictures: `shown` is then what it shows, until the picture on
 * which it stopped has arrived.
 *
 * `shown` is the frame on the screen. A frame without a picture leaves the screen empty: an older picture would be
 * mistaken for it.
 */
import { batch, signal } from "@preact/signals-core";
import { effect } from "../base/effect.ts";
import type { ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, PlainOr } from "#core/types";
import type { Picture } from "../base/picture.ts";
import type { FrameSource } from "./frame-source.ts";

/** Takes ownership of a picture and shows it; `undefined` clears the screen. */
export type Screen = (picture: Picture | undefined) => void;

export interface PictureFeed {
  /** The requested frame, until it is `shown`. `undefined`: nothing is pending. */
  readonly wanted: ReadonlySignal<number | undefined>;
  /** The frame whose picture is on the screen: the only one to draw, pick and edit. */
  readonly shown: ReadonlySignal<number | undefined>;
  /** Why the requested frame has no picture. */
  readonly error: ReadonlySignal<Error | undefined>;
  /** Sends pictures to this screen; without one none are fetched. Returns a function that detaches it. */
  attach(screen: Screen): () => void;
  dispose(): void;
}

interface Request {
  readonly wanted: number | undefined;
  readonly asking: Screen;
}

/** @param frame the requested frame */
export function createPictureFeed(
  source: Pick<FrameSource, "getFrame" | "player">,
  frame: ReadonlySignal<PlainOr<FrameNumber> | undefined>,
): PictureFeed {
  const { player } = source;
  const shown = signal<number | undefined>(undefined);
  const error = signal<Error | undefined>(undefined);
  let screen: Screen | undefined;
  let busy = false;

  const isShowingItself = (): boolean => player?.isRunning.peek() === true && player.shown.peek() !== undefined;

  /** The next request, unless it equals the last one. */
  function request(last?: Request): Request | undefined {
    const wanted = frame.peek();
    if (screen === undefined || isShowingItself()) return undefined;
    if (last !== undefined && last.wanted === wanted && last.asking === screen) return undefined;
    return { wanted, asking: screen };
  }

  async function follow(): Promise<void> {
    if (busy) return;
    busy = true;
    // A failed picture is requested again only when the user returns to it, or for another screen.
    let next = request();
    while (next !== undefined) {
      await fetchPicture(next.wanted, next.asking);
      next = request(next);
    }
    busy = false;
  }

  async function fetchPicture(wanted: number | undefined, asking: Screen): Promise<void> {
    if (wanted === undefined) {
      asking(undefined);
      shown.value = undefined;
      return;
    }
    try {
      const picture = await source.getFrame(wanted);
      if (screen !== asking || isShowingItself()) return picture.close();
      batch(() => {
        asking(picture);
        player?.hide();
        shown.value = wanted;
        error.value = undefined;
      });
    } catch (reason) {
      if (screen !== asking || wanted !== frame.peek() || isShowingItself()) return;
      batch(() => {
        asking(undefined);
        player?.hide();
        shown.value = undefined;
        error.value = reason instanceof Error ? reason : new Error(String(reason));
      });
    }
  }

  const stop = effect(() => {
    void frame.value;
    // An error of one frame must not be shown over the next.
    error.value = undefined;
    void follow();
  });

  const stopComing = effect(() => {
    if (player?.isRunning.value === false) void follow();
  });
  const stopFollowing = effect(() => {
    const frameOfPlayer = player?.shown.value;
    if (frameOfPlayer !== undefined && screen !== undefined) shown.value = frameOfPlayer;
  });

  function detach(): void {
    screen = undefined;
    shown.value = undefined;
  }

  return {
    wanted: frame,
    shown,
    error,
    attach(next) {
      screen = next;
      shown.value = isShowingItself() ? player?.shown.peek() : undefined;
      void follow();
      return () => {
        if (screen === next) detach();
      };
    },
    dispose() {
      stop();
      stopComing();
      stopFollowing();
      detach();
    },
  };
}
