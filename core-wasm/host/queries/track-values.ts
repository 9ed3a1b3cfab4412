/**
 * The values of one attribute track by track, with summaries that let a filter decide most tracks by two numbers,
 * however many values they have. Everything is by the core's index of the track; dead tracks have no values.
 */
import type { CoreInstance } from "../instance.ts";
import type { AttributeKey } from "../types.ts";
import { readColumn, ValueKind, type AttributeColumn } from "./attribute-column.ts";
import { numberIn } from "./attribute-test.ts";
import { listTracks } from "./columns.ts";

/** Kinds of values that a track has, as bits. */
export const Among = {
  /** A detection, or the track, without a value. */
  missing: 1,
  /** A value that does not spell a number. */
  other: 2,
  number: 4,
} as const;

export interface TrackValues extends AttributeColumn {
  /** The values of a track are `starts[track]` .. `starts[track + 1]` - 1. */
  readonly starts: Uint32Array;
  /** Each value as a number, including texts that spell one; NaN for all others. */
  readonly numbers: Float64Array;
  /** The smallest and the largest number of each track; reversed if it has none. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Bits of `Among`. */
  readonly among: Uint8Array;
}

/** For all tracks. */
export function readTrackValues(core: CoreInstance, key: AttributeKey): TrackValues {
  const end = core.exports.track_entry_end.value;
  const counts = new Uint32Array(end);
  if (key.belongs === "track") counts.fill(1);
  else {
    const { count, tracks, firsts, ends } = listTracks(core);
    for (let at = 0; at < count; at++) counts[tracks[at]!] = ends[at]! - firsts[at]!;
  }
  return groupByTrack(readColumn(core, key, 0, end), counts);
}

/** @param counts how many values of the column each track has */
export function groupByTrack(column: AttributeColumn, counts: Uint32Array): TrackValues {
  const numbers = numbersOf(column);
  const starts = new Uint32Array(counts.length + 1);
  const min = new Float64Array(counts.length);
  const max = new Float64Array(counts.length);
  const among = new Uint8Array(counts.length);
  for (let track = 0, value = 0; track < counts.length; track++) {
    let [low, high, found] = [Infinity, -Infinity, 0];
    for (const end = value + counts[track]!; value < end; value++) {
      const number = numbers[value]!;
      if (number < low) low = number;
      if (number > high) high = number;
      found |=
        column.kinds[value] === ValueKind.none ? Among.missing : Number.isNaN(number) ? Among.other : Among.number;
    }
    starts[track + 1] = value;
    min[track] = low;
    max[track] = high;
    among[track] = found;
  }
  return { ...column, starts, numbers, min, max, among };
}

function numbersOf({ kinds, values, texts }: AttributeColumn): Float64Array {
  const textNumbers = Float64Array.from(texts, numberIn);
  const numbers = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const kind = kinds[index];
    numbers[index] =
      kind === ValueKind.number ? values[index]! : kind === ValueKind.text ? textNumbers[values[index]!]! : NaN;
  }
  return numbers;
}
