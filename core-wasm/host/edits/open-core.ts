/** Shared by the edits of tracks, detections and groups: access to the core while their transaction is open. */
import type { CoreInstance } from "../instance.ts";
import { encodeText } from "../instance.ts";
import type { FrameNumber, FrameRange, TrackId } from "../types.ts";
import { CoreError } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { throwEditError } from "./edit-errors.ts";

const noSuchTrack = 1;

export class OpenCore {
  readonly #core: CoreInstance;
  #isOpen = true;

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** Refuses edits after the transaction has ended. */
  close(): void {
    this.#isOpen = false;
  }

  get core(): CoreInstance {
    if (!this.#isOpen) throw new CoreError("transaction-closed", "This transaction has ended; start a new one.");
    return this.#core;
  }

  /** The entry of a track. Throws `no-such-track`. */
  requireTrack(id: TrackId): number {
    const track = this.core.exports.track_find(id);
    if (track === none || id !== id >>> 0) throwEditError(noSuchTrack, id, 0);
    return track;
  }

  /** Puts a text into the transfer block and returns its address and its length in bytes. */
  transferText(text: string): readonly [start: number, length: number] {
    const bytes = encodeText(text);
    return [this.core.transfer(bytes), bytes.length];
  }

  /** From begin to end of a track; empty when there is no such track. */
  wholeRange(id: TrackId): readonly FrameRange[] {
    const { track_find, track_begin, track_end } = this.core.exports;
    const track = track_find(id);
    // The core only sees the low 32 bits of a number.
    if (track === none || id !== id >>> 0) return [];
    return [[(track_begin(track) >>> 0) as FrameNumber, (track_end(track) >>> 0) as FrameNumber]];
  }
}
