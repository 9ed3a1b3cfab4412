/**
 * A pool of buffers. A producer of large chunks lends them; a consumer returns each after use, and it is filled again,
 * so that a large response needs a few buffers instead of hundreds. Returning is optional: a chunk that is not returned
 * is an ordinary buffer and is garbage-collected.
 */

const lenders = new WeakMap<ArrayBufferLike, (buffer: ArrayBuffer) => void>();

/** @param takeBack receives the whole buffer of the chunk, at most once */
function lend(piece: Uint8Array, reclaim: (buffer: ArrayBuffer) => void): void {
  lenders.set(piece.buffer, reclaim);
}

/** Ends the use of a chunk: its bytes must not be accessed any longer. If it was not lent, its memory is freed. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  const reclaim = lenders.get(buffer);
  if (reclaim !== undefined) {
    lenders.delete(buffer);
    reclaim(buffer);
  } else if (byteLength === buffer.byteLength) {
    // Small buffers share their memory with others, so they are left alone.
    buffer.transfer(0);
  }
}

/** Buffers of one size, kept for reuse. */
export class SpareBuffers {
  readonly #bytes: number;
  readonly #max: number;
  readonly #spares: ArrayBuffer[] = [];

  /** @param bytes size of each; returned buffers of other sizes are freed */
  constructor(bytes: number, max: number) {
    this.#bytes = bytes;
    this.#max = max;
  }

  take(): ArrayBuffer | undefined {
    return this.#spares.pop();
  }

  /** Lends the chunk: its buffer returns here when the consumer is done. */
  lend(piece: Uint8Array): void {
    lend(piece, (buffer) => {
      if (buffer.byteLength === this.#bytes && this.#spares.length < this.#max) this.#spares.push(buffer);
      else buffer.transfer(0);
    });
  }
}
