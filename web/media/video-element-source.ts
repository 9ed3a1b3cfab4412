/**
 * Video through a `<video>` element, for pages without WebCodecs (plain http from another machine) and for codecs that
 * only the browser's player supports. It uses the same frame table: the element seeks to the middle of the picture's
 * interval, and a picture counts as shown only when the player reports its presentation time.
 *
 * Measured: seeking to frame / fps misses 40 of 100; `seeked` alone shows 6 of 800 stale pictures; both and the check,
 * none.
 */
import { t } from "../base/texts/index.ts";
import type { FrameMap } from "./frame-map.ts";
import { pictureInterval, pictureWithPts } from "./frame-table.ts";
import { requestError, unsupportedBrowserError, unsupportedCodecError } from "./media-error.ts";
import type { OpenedVideo } from "./open-container.ts";
import { VideoFrames } from "./video-frames.ts";

/** Positions within the picture's interval to seek to, tried in order: the middle first. */
const seekPoints = [0.5, 0.35, 0.65, 0.5, 0.2, 0.8];
/**
 * How long to wait for the picture after `seeked`. There is no callback if the player already shows that picture, so
 * the wait must end.
 */
const shownTimeoutMs = 400;
/** A seek that takes longer than this is abandoned and the element reloaded; far longer than the slowest one seen. */
const seekTimeoutMs = 15_000;

export class VideoElementSource extends VideoFrames {
  readonly decoder = "video-element";
  readonly #element: HTMLVideoElement;
  /** Offset of the player's clock from the container's times: it counts from the start of the file's first track. */
  #offset = 0;
  /** Media time of the picture that the element shows now; `undefined` while unknown. */
  #shownTime: number | undefined;
  #onShown: (() => void) | undefined;
  /** Set after a decode error or a seek that never ends: the element shows nothing until it is reloaded. */
  #isBroken = false;

  /** Resolves when the first picture can be shown. Takes ownership of `video`, even on failure. */
  static async open(video: OpenedVideo, map: FrameMap, signal?: AbortSignal): Promise<VideoElementSource> {
    if (!("requestVideoFrameCallback" in HTMLVideoElement.prototype)) {
      video.input.dispose();
      throw unsupportedBrowserError();
    }
    const source = new VideoElementSource(video, map);
    try {
      await source.#load(signal);
      return source;
    } catch (error) {
      source.dispose();
      throw error;
    }
  }

  private constructor(video: OpenedVideo, map: FrameMap) {
    super(video, map);
    this.#element = document.createElement("video");
    this.#element.muted = true;
    this.#element.playsInline = true;
    this.#element.preload = "auto";
    // Required for reading pictures of a video from another origin.
    this.#element.crossOrigin = "use-credentials";
    this.#watch();
  }

  protected override async work(wanted: number): Promise<void> {
    if (this.#isBroken) await this.#reload();
    await this.#show(wanted);
    if (!this.disposed) this.deliver(wanted, await createImageBitmap(this.#element));
  }

  protected override release(): void {
    this.#onShown?.();
    this.#element.pause();
    this.#element.removeAttribute("src");
    this.#element.load();
  }

  async #load(signal: AbortSignal | undefined): Promise<void> {
    const { video } = this;
    await this.#loadElement(signal, () => this.#openError());
    // The first picture is shown now; the player's time for it tells where its clock starts.
    if (this.#shownTime === undefined) await this.#waitForShown();
    const [begin, end] = pictureInterval(video.table, 0);
    const shown = this.#shownTime;
    // A different clock start shifts all times by a constant; if the player shows a later picture first, there is no
    // shift.
    if (shown !== undefined && (shown < begin - video.table.toleranceSeconds || shown >= end))
      this.#offset = shown - begin;
  }

  async #reload(): Promise<void> {
    this.#shownTime = undefined;
    await this.#loadElement(undefined, () => this.#pictureFailure());
    this.#isBroken = false;
  }

  async #loadElement(signal: AbortSignal | undefined, failure: () => Error): Promise<void> {
    const element = this.#element;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = (): void => reject(signal?.reason);
    const loaded = (): void => resolve();
    const fail = (): void => reject(failure());
    signal?.addEventListener("abort", abort, { once: true });
    element.addEventListener("loadeddata", loaded);
    element.addEventListener("error", fail);
    element.src = this.video.url;
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", abort);
      element.removeEventListener("loadeddata", loaded);
      element.removeEventListener("error", fail);
    }
  }

  /** Makes the element show this stored picture, or throws. */
  async #show(picture: number): Promise<void> {
    const [begin, end] = pictureInterval(this.video.table, picture);
    for (const point of seekPoints) {
      if (this.disposed || this.#shownPicture() === picture) return;
      await this.#seek(begin + (end - begin) * point + this.#offset);
      if (!this.disposed && this.#shownPicture() !== picture) await this.#waitForShown();
    }
    if (this.disposed || this.#shownPicture() === picture) return;
    throw new Error(t("media.detail.notShown"));
  }

  #shownPicture(): number | undefined {
    return this.#shownTime === undefined ? undefined : pictureWithPts(this.video.table, this.#shownTime - this.#offset);
  }

  async #seek(seconds: number): Promise<void> {
    const element = this.#element;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(t("media.detail.notShown"))), seekTimeoutMs);
    const done = (): void => resolve();
    const fail = (): void => reject(this.#pictureFailure());
    element.addEventListener("seeked", done);
    element.addEventListener("error", fail);
    element.currentTime = seconds;
    try {
      await promise;
    } catch (error) {
      this.#isBroken = true;
      throw error;
    } finally {
      clearTimeout(timer);
      element.removeEventListener("seeked", done);
      element.removeEventListener("error", fail);
    }
  }

  /** Resolves when another picture is shown, or when none can be expected any longer. */
  async #waitForShown(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, shownTimeoutMs);
    this.#onShown = resolve;
    await promise;
    clearTimeout(timer);
    this.#onShown = undefined;
  }

  /** Keeps `shownTime` current: the callback runs once per presented picture. */
  #watch(): void {
    this.#element.requestVideoFrameCallback((_now, metadata) => {
      if (this.disposed) return;
      this.#shownTime = metadata.mediaTime;
      this.#onShown?.();
      this.#watch();
    });
  }

  /** Why the video cannot be opened. */
  #openError(): Error {
    const error = this.#element.error;
    const { name, codec } = this.video;
    if (error?.code === MediaError.MEDIA_ERR_NETWORK) return requestError(name, error);
    return unsupportedCodecError(name, codec);
  }

  /** Why one picture of an open video cannot be shown. */
  #pictureFailure(): Error {
    const error = this.#element.error;
    const isNetwork = error?.code === MediaError.MEDIA_ERR_NETWORK;
    return isNetwork ? requestError(this.video.name, error) : new Error(t("media.detail.notDecoded"));
  }
}
