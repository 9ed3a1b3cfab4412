/**
 * The renderer's own copy of a draw list. The core's arrays are views that are invalid after the next call to the core;
 * this copy is valid until the next list, is padded to whole texture rows, and is uploaded without conversion.
 */
import type { DrawList } from "#core/types";
import { wholeRows } from "./gl.ts";
import type { Highlight } from "./types.ts";
import { noOrigin } from "./view.ts";
import type { Origin } from "./view.ts";

/** Bits of `states`. */
export const EntryState = {
  selected: 1,
  disabled: 2,
  hidden: 4,
  hovered: 8,
  hasPolygon: 16,
  /** The box is not drawn: it is replaced by the overlay, or by a polygon that is the rotated box. */
  boxReplaced: 32,
  moving: 64,
  /** The other geometry is not drawn either. */
  geometryReplaced: 128,
} as const;

export class DrawColumns {
  count = 0;
  /** x1, y1, x2, y2 per entry, image pixels relative to `origin`. */
  bounds = new Float32Array(0);
  origin: Origin = noOrigin;
  typeIndices = new Uint32Array(0);
  /** Bits of the core's `DrawFlag`. */
  flags = new Uint32Array(0);
  trackIds = new Uint32Array(0);
  /** Bits of `EntryState`. */
  states = new Uint8Array(0);
  /** One of the entries is the track under the pointer. */
  hasHovered = false;

  set(list: DrawList): void {
    const { count } = list;
    if (
      list.bounds.length < count * 4 ||
      list.typeIndices.length < count ||
      list.flags.length < count ||
      list.trackIds.length < count
    ) {
      throw new RangeError(`The draw list names ${count} entries, but its arrays are shorter.`);
    }
    this.count = count;
    if (this.trackIds.length < count) this.#grow(wholeRows(count));
    this.origin = { x: list.originX, y: list.originY };
    this.bounds.set(list.bounds.subarray(0, count * 4));
    this.typeIndices.set(list.typeIndices.subarray(0, count));
    this.flags.set(list.flags.subarray(0, count));
    this.trackIds.set(list.trackIds.subarray(0, count));
  }

  /** `outlined`: entries with a polygon; `rotated`: entries whose box is a polygon. */
  highlight(highlight: Highlight, outlined: ReadonlySet<number>, rotated: ReadonlySet<number>): void {
    const { selected, hovered, disableOthers = false, hidden, replaced } = highlight;
    this.hasHovered = false;
    const boxBit = replaced === undefined || replaced.part === "geometry" ? 0 : EntryState.boxReplaced;
    const geometryBit = replaced === undefined || replaced.part === "box" ? 0 : EntryState.geometryReplaced;
    for (let i = 0; i < this.count; i++) {
      const id = this.trackIds[i]!;
      const isHovered = id === hovered;
      this.hasHovered ||= isHovered;
      this.states[i] =
        (selected.has(id) ? EntryState.selected : disableOthers ? EntryState.disabled : 0) |
        (hidden?.has(id) === true ? EntryState.hidden : 0) |
        (id === replaced?.trackId ? boxBit | geometryBit | (replaced.isMoving ? EntryState.moving : 0) : 0) |
        (rotated.has(i) ? EntryState.boxReplaced : 0) |
        (isHovered ? EntryState.hovered : 0) |
        (outlined.has(i) ? EntryState.hasPolygon : 0);
    }
  }

  #grow(length: number): void {
    this.bounds = new Float32Array(length * 4);
    this.typeIndices = new Uint32Array(length);
    this.flags = new Uint32Array(length);
    this.trackIds = new Uint32Array(length);
    this.states = new Uint8Array(length);
  }
}
