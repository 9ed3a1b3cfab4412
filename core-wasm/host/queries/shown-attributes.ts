/**
 * Values of attributes drawn with every frame. A track's values of an attribute are decoded on first use, which is when
 * it becomes visible, and kept until the track is edited.
 */
import type { CoreInstance } from "../instance.ts";
import type { AttributeKey, AttributeScalar, FrameNumber, TrackId } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { readColumn, ValueKind, type AttributeColumn } from "./attribute-column.ts";
import { requireTrack } from "./columns.ts";

/**
 * With more columns than this all are dropped, so that browsing a dataset does not keep all of it in memory as columns.
 */
const maxColumns = 50_000;

export class ShownAttributes {
  readonly #core: CoreInstance;
  /** By track, then by attribute. */
  readonly #columns = new Map<TrackId, Map<string, AttributeColumn>>();
  #count = 0;

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** Drops the values of tracks that changed; of all tracks if it is unknown which. */
  forget(ids: readonly TrackId[] | undefined): void {
    if (ids === undefined) {
      this.#columns.clear();
      this.#count = 0;
      return;
    }
    for (const id of ids) {
      this.#count -= this.#columns.get(id)?.size ?? 0;
      this.#columns.delete(id);
    }
  }

  valueAt(key: AttributeKey, id: TrackId, frame: FrameNumber): AttributeScalar | undefined {
    const { exports } = this.#core;
    const track = requireTrack(this.#core, id);
    let index = 0;
    if (key.belongs === "detection") {
      const row = exports.track_row_up_to(track, frame);
      if (row === none || exports.row_frame(row) >>> 0 !== frame) return undefined;
      index = row - exports.track_first_row(track);
    }
    return valueOf(this.#columnOf(key, id, track), index);
  }

  #columnOf(key: AttributeKey, id: TrackId, track: number): AttributeColumn {
    const name = JSON.stringify([key.belongs, key.user ?? null, key.attribute]);
    const known = this.#columns.get(id)?.get(name);
    if (known !== undefined) return known;
    if (this.#count >= maxColumns) this.forget(undefined);
    const column = readColumn(this.#core, key, track, track + 1);
    const ofTrack = this.#columns.get(id) ?? new Map<string, AttributeColumn>();
    this.#columns.set(id, ofTrack.set(name, column));
    this.#count++;
    return column;
  }
}

function valueOf({ kinds, values, texts }: AttributeColumn, index: number): AttributeScalar | undefined {
  const value = values[index] ?? 0;
  switch (kinds[index]) {
    case ValueKind.number:
      return value;
    case ValueKind.boolean:
      return value === 1;
    case ValueKind.text:
      return texts[value];
    default:
      return undefined;
  }
}
