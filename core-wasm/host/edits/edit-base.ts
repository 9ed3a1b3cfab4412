/** What all edits of a transaction share: the core while the transaction is open, and the texts the core keeps. */
import type { CoreInstance } from "../instance.ts";
import { encodeText } from "../instance.ts";
import type { TrackId } from "../types.ts";
import { CoreError } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { throwEditError } from "./edit-errors.ts";

const noSuchTrack = 1;

export class EditBase {
  readonly #core: CoreInstance;
  #isOpen = true;

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** No edits after the transaction has ended. */
  close(): void {
    this.#isOpen = false;
  }

  protected get core(): CoreInstance {
    if (!this.#isOpen) throw new CoreError("transaction-closed", "This transaction has ended; start a new one.");
    return this.#core;
  }

  /** The entry of a track. Throws `no-such-track`. */
  protected requireTrack(id: TrackId): number {
    const track = this.core.exports.track_find(id);
    if (track === none || id !== id >>> 0) throwEditError(noSuchTrack, id, 0);
    return track;
  }

  /** Puts a text into the transfer block: its address and its length in bytes. */
  protected transferText(text: string): readonly [start: number, length: number] {
    const bytes = encodeText(text);
    return [this.core.transfer(bytes), bytes.length];
  }
}
