/**
 * Small pictures that are made on request and kept in memory by a key of what they show, the most recently used ones, up to
 * a number of bytes. So is the fact that there is none.
 */
import { atMost } from "../../base/at-most.ts";
import { RequestError } from "../../base/errors.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import { VideoConversionError } from "../../ports/video-converter.ts";

/** What an entry costs besides, and one that says that there is none. */
const entryBytes = 200;
/** Decoded at the same time. */
const mostMade = 2;

export class KeptPictures {
  readonly #mostBytes: number;
  readonly #none: () => RequestError;
  readonly #inTurn = atMost(mostMade);
  /** The most recently used one is last. */
  readonly #kept = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #bytes = new Map<string, number>();
  #allBytes = 0;

  /** @param none what is thrown where nothing can be shown */
  constructor(mostBytes: number, none: () => RequestError) {
    this.#mostBytes = mostBytes;
    this.#none = none;
  }

  /** What was made before, or is just being made for another caller. */
  async load(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#kept.get(key);
    const made = known ?? this.#inTurn(() => unlessBroken(make));
    this.#kept.delete(key);
    this.#kept.set(key, made);
    if (known === undefined) {
      made.then(
        (bytes) => this.#count(key, bytes),
        // The storage has failed, not the picture: the next request tries again.
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
      if (this.#allBytes <= this.#mostBytes) break;
      // What is just being made is not counted yet.
      const freed = this.#bytes.get(oldest);
      if (freed === undefined) continue;
      this.#kept.delete(oldest);
      this.#bytes.delete(oldest);
      this.#allBytes -= freed;
    }
  }
}

/** Pictures that nothing can show count as none, regardless of who uploaded them; they are not tried again. */
async function unlessBroken(make: () => Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ImageError || error instanceof VideoConversionError || error instanceof RequestError) {
      return undefined;
    }
    throw error;
  }
}
