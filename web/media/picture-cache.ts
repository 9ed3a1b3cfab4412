/** A bounded cache of decoded pictures, shared by reference; least recently used ones are evicted first. */
import type { Picture } from "../base/picture.ts";

interface Entry {
  readonly image: ImageBitmap;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** The cache itself counts as one holder while it contains the entry. */
  holders: number;
}

/** About 30 pictures of 1080p. */
const defaultMaxBytes = 256 * 1024 * 1024;
/** Always kept, whatever their size, so that stepping back and forth does not decode again. */
const minPictures = 4;

export class PictureCache {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #entries = new Map<number, Entry>();
  #bytes = 0;

  constructor(maxBytes: number = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  has(key: number): boolean {
    return this.#entries.has(key);
  }

  /** How many pictures of this size fit. */
  capacity(width: number, height: number): number {
    return Math.max(minPictures, Math.floor(this.#maxBytes / (width * height * 4)));
  }

  /** Takes ownership of the image. `width` and `height` are image pixels. An existing key keeps its image. */
  put(key: number, image: ImageBitmap, width: number, height: number): void {
    if (this.#entries.has(key)) {
      image.close();
      return;
    }
    const entry: Entry = { image, width, height, bytes: image.width * image.height * 4, holders: 1 };
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || this.#entries.size <= minPictures) break;
      this.#remove(oldest, old);
    }
  }

  /** Returns a reference for a caller that shows it as `frame`; marks the picture as used. */
  take(key: number, frame: number): Picture | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.holders++;
    let open = true;
    return {
      frame,
      image: entry.image,
      width: entry.width,
      height: entry.height,
      close() {
        if (open) release(entry);
        open = false;
      },
    };
  }

  /**
   * Evicts pictures that playback has passed; otherwise the next ones, which were decoded longest ago, would go first.
   */
  evictBefore(key: number): void {
    for (const [each, entry] of this.#entries) if (each < key) this.#remove(each, entry);
  }

  clear(): void {
    for (const [key, entry] of this.#entries) this.#remove(key, entry);
  }

  #remove(key: number, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    release(entry);
  }
}

function release(entry: Entry): void {
  entry.holders--;
  if (entry.holders === 0) entry.image.close();
}
