/**
 * Views on the detection columns, for passes over all rows: a loop over typed arrays is as fast as one in the core, and
 * needs no code there. Valid until the next call that may grow memory, so a pass asks the core only for facts.
 */
import { RowFlag } from "../border.ts";
import { sliceLength, sliceStart, type CoreInstance } from "../instance.ts";
import { CoreError, type TrackId } from "../types.ts";
import { none } from "../wasm-exports.ts";

export interface DetectionColumns {
  readonly frames: Uint32Array;
  /** x1, y1, x2, y2 a row. */
  readonly bounds: Float64Array;
  /** Bits of `RowFlag`. */
  readonly flags: Uint8Array;
}

export interface TrackRows {
  /** Index of the track in the core. */
  readonly track: number;
  /** Rows `first` .. `end` - 1, ascending by frame; the same for a track without detections. */
  readonly first: number;
  readonly end: number;
}

export function detectionColumns({ exports }: CoreInstance): DetectionColumns {
  // Puts the tracks in order, which may grow memory, before a pass over them begins.
  if (exports.track_count.value > 0) exports.track_at(0);
  const { buffer } = exports.memory;
  const rows = exports.row_end.value;
  return {
    frames: new Uint32Array(buffer, exports.row_frame_column() >>> 0, rows),
    bounds: new Float64Array(buffer, exports.row_bounds(0) >>> 0, rows * 4),
    flags: new Uint8Array(buffer, exports.row_flag_column() >>> 0, rows),
  };
}

/** All tracks in ascending id. */
export function* tracksWithRows(core: CoreInstance): Iterable<TrackRows> {
  const { track_at, track_count } = core.exports;
  for (let position = 0, count = track_count.value; position < count; position++)
    yield rowsOf(core, track_at(position));
}

/** The index of a track in the core. Throws `no-such-track`. */
export function requireTrack({ exports }: CoreInstance, id: TrackId): number {
  const track = exports.track_find(id);
  // The core sees the low 32 bits of a number.
  if (track === none || id !== id >>> 0)
    throw new CoreError("no-such-track", `Annotation ID not found: there is no track ${id}.`);
  return track;
}

/** Its rows. Throws `no-such-track`. */
export function requireRows(core: CoreInstance, id: TrackId): TrackRows {
  const track = requireTrack(core, id);
  return rowsOf(core, track);
}

function rowsOf({ exports }: CoreInstance, track: number): TrackRows {
  const first = exports.track_first_row(track);
  return { track, first, end: first + exports.track_row_count(track) };
}

/** The index of the type of the best pair; `undefined` for a track without pairs. */
export function bestType({ exports }: CoreInstance, track: number): number | undefined {
  const pairs = exports.track_pairs(track);
  return sliceLength(pairs) === 0 ? undefined : exports.pair_type(sliceStart(pairs));
}

/**
 * Calls `visit` with the stretches of frames `from` .. `to` - 1 that a track is on, ascending and apart from each other:
 * stored detections, and those computed between keyframes.
 */
export function visitStretches(
  { frames, flags }: DetectionColumns,
  { first, end }: TrackRows,
  visit: (from: number, to: number) => void,
): void {
  let lastKeyframe = end - 1;
  while (lastKeyframe >= first && (flags[lastKeyframe]! & RowFlag.notKeyframe) !== 0) lastKeyframe--;
  let interpolates = false;
  let from = -1;
  let to = -1;
  for (let row = first; row < end; row++) {
    const frame = frames[row]!;
    const flag = flags[row]!;
    if ((flag & RowFlag.notKeyframe) === 0) interpolates = row < lastKeyframe && (flag & RowFlag.interpolates) !== 0;
    if (frame !== to) {
      if (to >= 0) visit(from, to);
      from = frame;
    }
    to = interpolates ? frames[row + 1]! : frame + 1;
  }
  if (to >= 0) visit(from, to);
}
