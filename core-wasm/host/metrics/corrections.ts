/**
 * The corrections that people made to the tracks of a pipeline's run: how many boxes they kept, moved, split off and
 * deleted, which tracks they retyped, and what the run had missed.
 */
import { rowsIou } from "../queries/iou.ts";
import type { TrackBoxes } from "../types.ts";

export interface CorrectionNumbers {
  /** As the run found it; of what it missed, as people drew it. Absent: all types. */
  readonly type?: string;
  /** Of the run. */
  readonly tracks: number;
  /** Of the run; `kept`, `moved`, `split` and `deleted` add up to it. */
  readonly boxes: number;
  /** Boxes as the run left them. */
  readonly kept: number;
  readonly moved: number;
  /** Mean IoU of the moved boxes with those of the run; `null`: none was moved. */
  readonly movedIou: number | null;
  /** Tracks. */
  readonly retyped: number;
  /** Boxes that are now in a track that people made. */
  readonly split: number;
  readonly deleted: number;
  /** Boxes that people added, to tracks of the run or in others. */
  readonly missed: number;
}

/** A box of a track of the run and one of another track are the same object from this IoU on. */
const minIou = 0.5;

interface Count {
  tracks: number;
  boxes: number;
  kept: number;
  moved: number;
  iouSum: number;
  retyped: number;
  split: number;
  deleted: number;
  missed: number;
}

/**
 * @param run all tracks right after the run
 * @param now all tracks after the corrections
 * @param written ids of the tracks that the run wrote
 * @returns the whole first, then each type
 */
export function measureCorrections(
  run: readonly TrackBoxes[],
  now: readonly TrackBoxes[],
  written: ReadonlySet<number>,
): readonly CorrectionNumbers[] {
  const total = emptyCount();
  const byType = new Map<string, Count>();
  const add = (type: string, change: (count: Count) => void): void => {
    const count = byType.get(type) ?? emptyCount();
    byType.set(type, count);
    change(count);
    change(total);
  };
  const known = new Set<number>(run.map(({ id }) => id));
  const after = new Map<number, TrackBoxes>(now.map((track) => [track.id, track]));
  const made = new Places(now.filter(({ id }) => !known.has(id)));
  for (const track of run) {
    if (!written.has(track.id)) continue;
    const { type } = track;
    const left = after.get(track.id);
    add(type, (count) => {
      count.tracks += 1;
      if (left !== undefined && left.type !== type) count.retyped += 1;
    });
    const places = new Map(left && [...left.frames].map((frame, at) => [frame, at]));
    for (const [at, frame] of track.frames.entries()) {
      const place = places.get(frame);
      places.delete(frame);
      const iou = place === undefined ? 0 : rowsIou(track.bounds, at * 4, left!.bounds, place * 4);
      const isSplit = place === undefined && made.claim(frame, track.bounds, at);
      add(type, (count) => {
        count.boxes += 1;
        if (place === undefined) count[isSplit ? "split" : "deleted"] += 1;
        else if (isSame(track.bounds, at, left!.bounds, place)) count.kept += 1;
        else {
          count.moved += 1;
          count.iouSum += iou;
        }
      });
    }
    // Frames that people added to it.
    add(type, (count) => void (count.missed += places.size));
  }
  for (const [type, count] of made.unclaimed()) add(type, (each) => void (each.missed += count));
  const types = [...byType].toSorted(([a, x], [b, y]) => y.boxes - x.boxes || (a < b ? -1 : 1));
  return [numbersOf(total), ...types.map(([type, count]) => ({ type, ...numbersOf(count) }))];
}

const emptyCount = (): Count => ({
  tracks: 0,
  boxes: 0,
  kept: 0,
  moved: 0,
  iouSum: 0,
  retyped: 0,
  split: 0,
  deleted: 0,
  missed: 0,
});

const numbersOf = ({ iouSum, ...count }: Count): CorrectionNumbers => ({
  ...count,
  movedIou: count.moved === 0 ? null : iouSum / count.moved,
});

function isSame(a: Float64Array, at: number, b: Float64Array, place: number): boolean {
  for (let n = 0; n < 4; n += 1) if (a[at * 4 + n] !== b[place * 4 + n]) return false;
  return true;
}

/** Boxes of tracks that people made: each is at most one box of the run. */
class Places {
  readonly #byFrame = new Map<number, { readonly track: TrackBoxes; readonly at: number; isClaimed: boolean }[]>();

  constructor(tracks: readonly TrackBoxes[]) {
    for (const track of tracks) {
      for (const [at, frame] of track.frames.entries()) {
        const place = { track, at, isClaimed: false };
        const known = this.#byFrame.get(frame);
        if (known === undefined) this.#byFrame.set(frame, [place]);
        else known.push(place);
      }
    }
  }

  /** @returns whether there was one that is the same object */
  claim(frame: number, bounds: Float64Array, at: number): boolean {
    const found = this.#byFrame
      .get(frame)
      ?.find((place) => !place.isClaimed && rowsIou(bounds, at * 4, place.track.bounds, place.at * 4) >= minIou);
    if (found !== undefined) found.isClaimed = true;
    return found !== undefined;
  }

  /** Counts by type. */
  unclaimed(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { track, isClaimed } of [...this.#byFrame.values()].flat()) {
      if (!isClaimed) counts.set(track.type, (counts.get(track.type) ?? 0) + 1);
    }
    return counts;
  }
}
