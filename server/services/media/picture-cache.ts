/**
 * Small pictures that are made on request and cached in memory, up to a number of bytes; least recently used are
 * dropped first. That there is no picture is cached too.
 */
import { limitConcurrency } from "../../base/limit-concurrency.ts";
import { RequestError } from "../../base/errors.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import { VideoConversionError } from "../../ports/video-converter.ts";

/** Overhead per entry, and the size of an entry without a picture. */
const entryBytes = 200;
/** How many are decoded at the same time. */
const maxMade = 2;

export class PictureCache {
  readonly #maxBytes: number;
  readonly #none: () => RequestError;
  readonly #inTurn = limitConcurrency(maxMade);
  /** Least recently used first. */
  readonly #kept = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #bytes = new Map<string, number>();
  #allBytes = 0;

  /** @param none makes the error for entries without a picture */
  constructor(maxBytes: number, none: () => RequestError) {
    this.#maxBytes = maxBytes;
    this.#none = none;
  }

  /** Returns the cached picture, or joins another caller's request that is making it. */
  async load(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#kept.get(key);
    const made = known ?? this.#inTurn(() => undefinedIfBroken(make));
    this.#kept.delete(key);
    this.#kept.set(key, made);
    if (known === undefined) {
      made.then(
        (bytes) => this.#count(key, bytes),
        // The storage failed, not the picture: the next request tries again.
        () => this.#kept.delete(key),
      );
    }
    const bytes = await made;
    if (bytes === undefined) throw this.#none();
    return bytes;
  }

  #count(key: string, bytes: Uint8Array | undefined): void {
    const size = entryBytes + (bytes?.length ?? 0);
    this.#bytes.set(key, size);
    this.#allBytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#allBytes <= this.#maxBytes) break;
      // Pictures still being made are not counted yet.
      const freed = this.#bytes.get(oldest);
      if (freed === undefined) continue;
      this.#kept.delete(oldest);
      this.#bytes.delete(oldest);
      this.#allBytes -= freed;
    }
  }
}

/** Undecodable pictures count as "none" and are not tried again. */
async function undefinedIfBroken(make: () => Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ImageError || error instanceof VideoConversionError || error instanceof RequestError) {
      return undefined;
    }
    throw error;
  }
}
