/**
 * A sequence of image files, one per frame. Files around the position are kept in their encoded form (6 seconds of
 * them); the next ones are decoded (1 second, or what fits in memory).
 */
import type { Picture } from "../base/picture.ts";
import { FrameRequests } from "./frame-requests.ts";
import { requireFrame } from "./frame-source.ts";
import type { FrameSource } from "./frame-source.ts";
import { ItemSource, openFirst, type OpenItemsOptions } from "./item-source.ts";
import { imageFormatError, requestError } from "./media-error.ts";
import type { MediaError } from "./media-error.ts";
import { type MediaFetch, openMediaFetch } from "./media-fetch.ts";
import { PictureCache } from "./picture-cache.ts";

export interface ImageItem {
  readonly url: string;
  readonly fileName: string;
}

export interface OpenImageSequenceOptions extends OpenItemsOptions<ImageItem> {
  /** Browsers may read the pictures from their storage. */
  readonly isDirect?: boolean;
  /** Replaced in tests. */
  readonly loader?: ImageLoader;
}

export interface ImageLoader {
  load(item: ImageItem, signal: AbortSignal): Promise<Blob>;
  decode(blob: Blob): Promise<ImageBitmap>;
}

/** Seconds of frames that are kept, and the share of them ahead of the position. */
const bufferSeconds = 6;
const lookAheadShare = 0.9;
/** Seconds of frames that are decoded ahead, and buffered before playback resumes. */
const playCacheSeconds = 1;
/** Browsers open six connections to a server; one stays free for saving. */
const parallelLoads = 5;
const parallelDecodes = 2;

export async function openImageSequence(options: OpenImageSequenceOptions): Promise<FrameSource> {
  const { items, fps, isDirect = false } = options;
  const loader = options.loader ?? browserLoader(await openMediaFetch(isDirect));
  return await openFirst(options, () => new ImageSequenceSource(items, fps, loader));
}

class ImageSequenceSource extends ItemSource<ImageItem> {
  readonly kind = "image-sequence";
  readonly decoder = "images";
  aheadCount: number;

  readonly #loader: ImageLoader;
  readonly #cache = new PictureCache();
  readonly #requests = new FrameRequests();
  readonly #files = new Map<number, Blob>();
  readonly #loading = new Map<number, AbortController>();
  readonly #decoding = new Set<number>();
  /** Frames that could not be loaded or decoded; an explicit request tries again. */
  readonly #failed = new Set<number>();
  #position = 0;
  #disposed = false;

  constructor(items: readonly ImageItem[], fps: number, loader: ImageLoader) {
    super(items, fps);
    this.#loader = loader;
    this.aheadCount = Math.max(1, Math.ceil(fps * playCacheSeconds));
  }

  override setSize(width: number, height: number): void {
    super.setSize(width, height);
    this.aheadCount = Math.max(1, Math.min(this.aheadCount, Math.floor(this.#cache.capacity(width, height) / 2)));
  }

  async getFrame(frame: number, options: { readonly signal?: AbortSignal } = {}): Promise<Picture> {
    requireFrame(this, frame);
    options.signal?.throwIfAborted();
    if (this.#disposed) throw closedError();
    const ready = this.#cache.take(frame, frame);
    if (ready !== undefined) return ready;
    this.#failed.delete(frame);
    const promise = this.#requests.add(frame, frame, options.signal);
    this.#work();
    return promise;
  }

  isReady(frame: number): boolean {
    return this.#cache.has(frame) || this.#failed.has(frame);
  }

  lookAhead(frame: number): void {
    this.#position = frame;
    this.#work();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const controller of this.#loading.values()) controller.abort(closedError());
    this.#requests.rejectAll(closedError());
    this.#files.clear();
    this.#cache.clear();
  }

  /** First and last frame whose files are kept. */
  #window(): readonly [first: number, last: number] {
    const kept = Math.max(2, Math.round(this.fps * bufferSeconds));
    const ahead = Math.max(1, Math.floor(kept * lookAheadShare));
    return [Math.max(0, this.#position - (kept - ahead)), Math.min(this.frameCount - 1, this.#position + ahead)];
  }

  #work(): void {
    if (this.#disposed) return;
    const [first, last] = this.#window();
    const isKept = (frame: number): boolean => (frame >= first && frame <= last) || this.#requests.has(frame);
    for (const [frame, controller] of this.#loading) if (!isKept(frame)) controller.abort();
    for (const frame of this.#files.keys()) if (!isKept(frame)) this.#files.delete(frame);
    for (const frame of this.#inOrder(first, last)) {
      if (this.#loading.size >= parallelLoads) break;
      const isThere = this.#files.has(frame) || this.#loading.has(frame) || this.isReady(frame);
      if (!isThere) void this.#load(frame);
    }
    for (const frame of this.#inOrder(this.#position, Math.min(last, this.#position + this.aheadCount))) {
      if (this.#decoding.size >= parallelDecodes) break;
      const file = this.#files.get(frame);
      if (file !== undefined && !this.#decoding.has(frame) && !this.isReady(frame)) void this.#decode(frame, file);
    }
  }

  /** Requested frames, newest first; then forwards from the position; then backwards. */
  *#inOrder(first: number, last: number): Iterable<number> {
    yield* this.#requests.newestFirst();
    for (let frame = this.#position; frame <= last; frame++) yield frame;
    for (let frame = this.#position - 1; frame >= first; frame--) yield frame;
  }

  async #load(frame: number): Promise<void> {
    const controller = new AbortController();
    const item = this.items[frame]!;
    this.#loading.set(frame, controller);
    try {
      const file = await this.#loader.load(item, controller.signal);
      this.#files.set(frame, file);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(frame, requestError(item.fileName, error));
    } finally {
      this.#loading.delete(frame);
      this.#work();
    }
  }

  async #decode(frame: number, file: Blob): Promise<void> {
    this.#decoding.add(frame);
    try {
      const image = await this.#loader.decode(file);
      if (this.#disposed) {
        image.close();
        return;
      }
      this.#cache.put(frame, image, image.width, image.height);
      this.#requests.resolve(frame, () => this.#cache.take(frame, frame));
      this.notifyReady();
    } catch (error) {
      this.#fail(frame, imageFormatError(this.items[frame]!.fileName, error));
    } finally {
      this.#decoding.delete(frame);
      this.#work();
    }
  }

  #fail(frame: number, error: MediaError): void {
    this.#failed.add(frame);
    this.#requests.reject(frame, () => error);
    this.notifyReady();
  }
}

const browserLoader = (fetchMedia: MediaFetch): ImageLoader => ({
  async load(item, signal) {
    const response = await fetchMedia(item.url, { signal });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    return response.blob();
  },
  decode: (blob) => createImageBitmap(blob, { imageOrientation: "from-image" }),
});

function closedError(): DOMException {
  return new DOMException("The image sequence is closed.", "AbortError");
}
