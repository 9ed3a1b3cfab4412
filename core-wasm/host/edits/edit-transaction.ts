/** The edits of one transaction: each checks its arguments here and its rules in the core, and is in the op log at once. */
import { throwEditError } from "./edit-errors.ts";
import { Membership } from "./group-members.ts";
import type { CoreInstance } from "../instance.ts";
import { encodePairs } from "./pairs-image.ts";
import type { Bounds, ConfidencePair, EditTransaction, FrameNumber, NewTrack, TrackId } from "../types.ts";
import { CoreError } from "../types.ts";

const MAX_FRAME = 2 ** 31 - 1;
const MAX_TRACK_ID = 2 ** 32 - 2;

export class CoreTransaction implements EditTransaction {
  readonly #core: CoreInstance;
  #isOpen = true;
  /** Looked up at the first deletion. */
  #membership: Membership | undefined;

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** No edits after the transaction has ended. */
  close(): void {
    this.#isOpen = false;
  }

  addTrack({ type, confidence = 1, frame, bounds, interpolate = true, id }: NewTrack): TrackId {
    const exports = this.#exports();
    const newId = id ?? Number(exports.track_largest_id()) + 1;
    requireIndex("track id", newId, MAX_TRACK_ID);
    requireIndex("frame", frame, MAX_FRAME);
    const pairs = encodePairs([{ type, confidence }]);
    const address = this.#core.transfer(pairs);
    const answer = exports.edit_add_track(newId, frame, ...bounds, Number(interpolate), address, pairs.length);
    throwEditError(answer, newId, frame);
    return newId as TrackId;
  }

  deleteTrack(id: TrackId): void {
    throwEditError(this.#exports().edit_delete_track(id), id, 0);
    this.#membership ??= new Membership(this.#core);
    this.#membership.remove(id);
  }

  setPairs(id: TrackId, pairs: readonly ConfidencePair[]): void {
    const exports = this.#exports();
    const image = encodePairs(pairs);
    throwEditError(exports.edit_set_pairs(id, this.#core.transfer(image), image.length), id, 0);
  }

  setBounds(id: TrackId, frame: FrameNumber, bounds: Bounds): void {
    requireIndex("frame", frame, MAX_FRAME);
    throwEditError(this.#exports().edit_set_bounds(id, frame, ...bounds), id, frame);
  }

  toggleKeyframe(id: TrackId, frame: FrameNumber): void {
    requireIndex("frame", frame, MAX_FRAME);
    throwEditError(this.#exports().edit_toggle_keyframe(id, frame), id, frame);
  }

  setInterpolate(id: TrackId, frame: FrameNumber, on: boolean): void {
    requireIndex("frame", frame, MAX_FRAME);
    throwEditError(this.#exports().edit_set_interpolate(id, frame, Number(on)), id, frame);
  }

  setInterpolateAll(id: TrackId, on: boolean): void {
    throwEditError(this.#exports().edit_set_interpolate_all(id, Number(on)), id, 0);
  }

  #exports(): CoreInstance["exports"] {
    if (!this.#isOpen) throw new CoreError("transaction-closed", "This transaction has ended; start a new one.");
    return this.#core.exports;
  }
}

function requireIndex(name: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  throw new CoreError("bad-argument", `A ${name} must be an integer from 0 to ${most}, not ${value}.`);
}
