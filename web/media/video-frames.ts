/**
 * Shared by both ways of showing video: numbering, cache, requests, and which picture to decode next. Subclasses do the
 * decoding.
 */
import type { Picture } from "../base/picture.ts";
import type { FrameMap } from "./frame-map.ts";
import { FrameRequests } from "./frame-requests.ts";
import { requireFrame } from "./frame-source.ts";
import type { FrameSource } from "./frame-source.ts";
import { type PictureRate, pictureRate } from "./frame-table.ts";
import { pictureError } from "./media-error.ts";
import type { OpenedVideo } from "./open-container.ts";
import { PictureCache } from "./picture-cache.ts";
import { ElementPlayer } from "./video-player.ts";

/** Seconds of pictures kept during playback, as far as memory allows, and the share of them ahead of the playhead. */
const bufferSeconds = 6;
const lookAheadShare = 0.9;
/** Seconds buffered before playback resumes. */
const playCacheSeconds = 1;
/** Screens show no more pictures per second than this, so no more are decoded. */
const maxShownPerSecond = 60;

export abstract class VideoFrames implements FrameSource {
  readonly kind = "video";
  abstract readonly decoder: FrameSource["decoder"];
  readonly frameCount: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  readonly pictureRate: PictureRate;
  readonly aheadCount: number;
  readonly player: ElementPlayer | undefined;

  protected readonly video: OpenedVideo;
  protected readonly map: FrameMap;
  protected readonly cache = new PictureCache();
  protected readonly requests = new FrameRequests();
  /** Playback position and frames per step; `undefined` while paused. */
  #playhead: { readonly frame: number; readonly stride: number } | undefined;
  protected disposed = false;

  /** How many pictures ahead of and before the playhead are kept during playback. */
  readonly #kept: { readonly ahead: number; readonly back: number };
  readonly #listeners = new Set<() => void>();
  #working = false;
  /** Stored pictures that could not be decoded; an explicit request tries again. */
  readonly #failed = new Set<number>();

  constructor(video: OpenedVideo, map: FrameMap) {
    this.video = video;
    this.map = map;
    this.frameCount = map.frameCount;
    this.fps = map.fps;
    this.width = video.width;
    this.height = video.height;
    this.durationSeconds = video.table.endSeconds - (video.table.pts[0] ?? 0);
    this.pictureRate = pictureRate(video.table);
    // At a lower rate an element would show the pictures between frames, and it would show transparency, which
    // annotations ignore.
    const isFullRate = map.everyPicture && !video.isTransparent;
    this.player = isFullRate && "document" in globalThis ? new ElementPlayer(video, map) : undefined;
    const fits = Math.min(Math.ceil(map.fps * bufferSeconds), this.cache.capacity(video.width, video.height));
    const ahead = Math.max(2, Math.floor(fits * lookAheadShare));
    this.#kept = { ahead, back: Math.max(1, fits - ahead) };
    this.aheadCount = Math.max(2, Math.min(Math.ceil(map.fps * playCacheSeconds), ahead));
  }

  /**
   * Decodes the stored picture `wanted`, or makes progress towards it; calls `deliver` for every picture on the way.
   */
  protected abstract work(wanted: number): Promise<void>;
  protected abstract release(): void;

  secondsAt(frame: number): number {
    return this.map.secondsAt(frame);
  }

  fileNameAt(): undefined {
    return undefined;
  }

  async getFrame(frame: number, options: { readonly signal?: AbortSignal } = {}): Promise<Picture> {
    requireFrame(this, frame);
    options.signal?.throwIfAborted();
    if (this.disposed) throw new Error(`${this.video.name} is closed.`);
    const picture = this.map.pictureOf(frame);
    const ready = this.cache.take(picture, frame);
    if (ready !== undefined) return ready;
    this.#failed.delete(picture);
    const promise = this.requests.add(picture, frame, options.signal);
    this.wake();
    return promise;
  }

  isReady(frame: number): boolean {
    if (frame < 0 || frame >= this.frameCount) return false;
    return this.isMade(this.map.pictureOf(frame));
  }

  readyCount(frame: number, max: number): number {
    let count = 0;
    while (count < max && this.isReady(frame + count)) count++;
    return count;
  }

  lookAhead(frame: number, speed: number): void {
    const stride = Math.max(1, Math.floor((this.fps * speed) / maxShownPerSecond));
    this.#playhead = speed > 0 ? { frame, stride } : undefined;
    this.wake();
  }

  onReady(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.requests.rejectAll(new DOMException(`${this.video.name} is closed.`, "AbortError"));
    this.release();
    this.player?.dispose();
    this.cache.clear();
    this.video.input.dispose();
  }

  /** Takes ownership of the image. */
  protected deliver(picture: number, image: ImageBitmap): void {
    if (this.disposed) {
      image.close();
      return;
    }
    if (this.#playhead !== undefined) {
      const { frame, stride } = this.#playhead;
      this.cache.evictBefore(this.map.pictureOf(Math.max(0, frame - this.#kept.back * stride)));
    }
    this.cache.put(picture, image, this.width, this.height);
    this.requests.resolve(picture, (frame) => this.cache.take(picture, frame));
    for (const listener of this.#listeners) listener();
  }

  protected fail(picture: number, cause: unknown): void {
    this.#failed.add(picture);
    this.requests.reject(picture, (frame) => pictureError(this.video.name, frame, cause));
    for (const listener of this.#listeners) listener();
  }

  /** The stored picture to decode next: the newest request, else the first gap ahead of the playhead. */
  protected nextWanted(): number | undefined {
    const requested = this.requests.newestFirst()[0];
    if (requested !== undefined) return requested;
    for (const picture of this.#bufferedPictures()) {
      if (!this.isMade(picture)) return picture;
    }
    return undefined;
  }

  /** In memory, or known to be undecodable. */
  protected isMade(picture: number): boolean {
    return this.cache.has(picture) || this.#failed.has(picture);
  }

  /** True for a picture that has a pending request, or that playback reaches soon. */
  protected isWantedSoon(picture: number): boolean {
    if (this.requests.has(picture)) return true;
    for (const ahead of this.#bufferedPictures()) if (ahead >= picture) return ahead === picture;
    return false;
  }

  /** The stored pictures that playback reaches next, ascending. */
  *#bufferedPictures(): Iterable<number> {
    if (this.#playhead === undefined) return;
    const { frame, stride } = this.#playhead;
    const end = Math.min(this.frameCount, frame + this.#kept.ahead * stride);
    for (let ahead = frame; ahead < end; ahead += stride) yield this.map.pictureOf(ahead);
  }

  protected wake(): void {
    if (this.#working || this.disposed) return;
    this.#working = true;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    let wanted = this.nextWanted();
    while (wanted !== undefined && !this.disposed) {
      try {
        await this.work(wanted);
      } catch (error) {
        this.fail(wanted, error);
      }
      wanted = this.nextWanted();
    }
    this.#working = false;
  }
}
