/** The output of a core, piece by piece, as the content of a file. */

import type { WriteReport, WritingPieces } from "#core/types";
import { interrupted } from "../base/process/interrupt.ts";

type Report = Omit<WriteReport, "bytes">;

export class WrittenContent implements AsyncIterable<Uint8Array> {
  readonly #pieces: WritingPieces;
  /** Counts of the written content, and losses; complete when all pieces have been consumed. */
  report: Report = { trackCount: 0, losses: [] };

  constructor(pieces: WritingPieces) {
    this.#pieces = pieces;
  }

  /** A piece becomes invalid when the next one is requested. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let step = this.#pieces.next();
    for (; step.done !== true; step = this.#pieces.next()) {
      interrupted.throwIfAborted();
      yield step.value;
    }
    this.report = step.value;
  }
}
