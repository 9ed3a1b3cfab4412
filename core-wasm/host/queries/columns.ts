/**
 * Views on the detection columns, for passes over all rows: a loop over typed arrays is as fast as one in the core, and
 * adds no code there. Valid until the next call that may grow memory, so during a pass only call the core for single
 * facts.
 */
import { RowFlag } from "../border.ts";
import { sliceLength, sliceStart, type CoreInstance } from "../instance.ts";
import { CoreError, type TrackId } from "../types.ts";
import { none } from "../wasm-exports.ts";

export interface DetectionColumns {
  readonly frames: Uint32Array;
  /** x1, y1, x2, y2 per row. */
  readonly bounds: Float64Array;
  /** Bits of `RowFlag`. */
  readonly flags: Uint8Array;
}

export interface TrackRows {
  /** Index of the track in the core. */
  readonly track: number;
  readonly id: number;
  /** Rows `first` .. `end` - 1, ascending by frame; equal for a track without detections. */
  readonly first: number;
  readonly end: number;
}

export interface ListedTrack extends TrackRows {
  /** Index of the type of the best pair; not a valid index for a track without pairs. */
  readonly type: number;
}

export function detectionColumns(core: CoreInstance): DetectionColumns {
  // Makes room for the list of tracks, which may grow memory, before a pass over them begins.
  core.exports.track_list();
  return rowColumns(core);
}

/** The columns for a pass over a list that the core has already made. */
export function rowColumns({ exports }: CoreInstance): DetectionColumns {
  const { buffer } = exports.memory;
  const rows = exports.row_end.value;
  return {
    frames: new Uint32Array(buffer, exports.row_frame_column() >>> 0, rows),
    bounds: new Float64Array(buffer, exports.row_bounds(0) >>> 0, rows * 4),
    flags: new Uint8Array(buffer, exports.row_flag_column() >>> 0, rows),
  };
}

/** All tracks in ascending order of ids, as columns. Copies. */
export interface TrackList {
  readonly count: number;
  /** Index of each track in the core. */
  readonly tracks: Uint32Array;
  readonly ids: Uint32Array;
  /** Rows `firsts[i]` .. `ends[i]` - 1, ascending by frame. */
  readonly firsts: Uint32Array;
  readonly ends: Uint32Array;
  /** Index of the type of the best pair; not a valid index for a track without pairs. */
  readonly types: Uint32Array;
}

/** Must equal ENTRY_BYTES / 4 in assembly/query/track-list.ts. */
const wordsOfTrack = 5;

export function listTracks({ exports }: CoreInstance): TrackList {
  const count = exports.track_list() >>> 0;
  const words = new Uint32Array(exports.memory.buffer, exports.transfer_start.value >>> 0, count * wordsOfTrack);
  const column = (): Uint32Array => new Uint32Array(count);
  const list = { count, tracks: column(), ids: column(), firsts: column(), ends: column(), types: column() };
  for (let index = 0, word = 0; index < count; index++, word += wordsOfTrack) {
    list.tracks[index] = words[word]!;
    list.ids[index] = words[word + 1]!;
    list.firsts[index] = words[word + 2]!;
    list.ends[index] = words[word + 3]!;
    list.types[index] = words[word + 4]!;
  }
  return list;
}

/** All tracks in ascending order of ids. */
export function* tracksWithRows(core: CoreInstance): Iterable<ListedTrack> {
  const { count, tracks, ids, firsts, ends, types } = listTracks(core);
  for (let at = 0; at < count; at++)
    yield { track: tracks[at]!, id: ids[at]!, first: firsts[at]!, end: ends[at]!, type: types[at]! };
}

/** The index of a track in the core. Throws `no-such-track`. */
export function requireTrack({ exports }: CoreInstance, id: TrackId): number {
  const track = exports.track_find(id);
  // The core only sees the low 32 bits of a number.
  if (track === none || id !== id >>> 0)
    throw new CoreError("no-such-track", `Annotation ID not found: there is no track ${id}.`);
  return track;
}

/** The rows of a track. Throws `no-such-track`. */
export function requireRows(core: CoreInstance, id: TrackId): TrackRows {
  const track = requireTrack(core, id);
  return rowsOf(core, track);
}

function rowsOf({ exports }: CoreInstance, track: number): TrackRows {
  const first = exports.track_first_row(track);
  return { track, id: exports.track_id(track) >>> 0, first, end: first + exports.track_row_count(track) };
}

/** The index of the type of the best pair; `undefined` for a track without pairs. */
export function bestType({ exports }: CoreInstance, track: number): number | undefined {
  const pairs = exports.track_pairs(track);
  return sliceLength(pairs) === 0 ? undefined : exports.pair_type(sliceStart(pairs));
}

/**
 * Calls `visit` with the ranges of frames `from` .. `to` - 1 that a track is on, ascending and not overlapping: stored
 * detections, and those computed between keyframes.
 */
export function visitStretches(
  { frames, flags }: DetectionColumns,
  { first, end }: Pick<TrackRows, "first" | "end">,
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
