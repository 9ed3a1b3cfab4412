/**
 * A pool of buffers. A producer of large pieces of bytes lends them; a consumer gives each one back after use, and it
 * is filled again, so that a large answer needs a few buffers instead of hundreds. Giving back is optional: a piece
 * that is not given back is an ordinary buffer and is garbage-collected.
 */

const lenders = new WeakMap<ArrayBufferLike, (buffer: ArrayBuffer) => void>();

/** @param takeBack gets the whole buffer of the piece, at most once */
function lend(piece: Uint8Array, takeBack: (buffer: ArrayBuffer) => void): void {
  lenders.set(piece.buffer, takeBack);
}

/**
 * Ends the use of a piece: its bytes must not be looked at any more. The memory of a piece that was not lent is freed.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  const takeBack = lenders.get(buffer);
  if (takeBack !== undefined) {
    lenders.delete(buffer);
    takeBack(buffer);
  } else if (byteLength === buffer.byteLength) {
    // Small buffers share their memory with others: those are left alone.
    buffer.transfer(0);
  }
}

/** Buffers of one size that are kept for what is still to be filled. */
export class SpareBuffers {
  readonly #bytes: number;
  readonly #most: number;
  readonly #spares: ArrayBuffer[] = [];

  /** @param bytes of each; buffers of other sizes are freed when they come back */
  constructor(bytes: number, most: number) {
    this.#bytes = bytes;
    this.#most = most;
  }

  take(): ArrayBuffer | undefined {
    return this.#spares.pop();
  }

  /** Takes the buffer of the piece back when its user gives it back. */
  lend(piece: Uint8Array): void {
    lend(piece, (buffer) => {
      if (buffer.byteLength === this.#bytes && this.#spares.length < this.#most) this.#spares.push(buffer);
      else buffer.transfer(0);
    });
  }
}
