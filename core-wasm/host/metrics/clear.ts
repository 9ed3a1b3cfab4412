/**
 * MOTA (Bernardin and Stiefelhagen 2008): misses, false positives and identity switches relative to all boxes of the
 * truth. A pair matched on the previous frame stays matched while it overlaps enough; the rest is matched for the
 * largest sum of IoU.
 */
import type { FrameNumber, TrackId } from "../types.ts";
import type { ComparedTracks, Overlap } from "./frames.ts";
import { atLeast, matchOverlaps } from "./overlap-matching.ts";

export interface ClearMeasures {
  /** At most 1; below 0 with more mistakes than boxes. 0 when the truth has no box. */
  readonly mota: number;
  readonly matched: number;
  readonly missed: number;
  readonly wrong: number;
  readonly switchCount: number;
  /** How often a track of the truth is lost and later followed again, by the same track or another one. */
  readonly fragmentCount: number;
  /** Mean IoU of matched boxes; 0 without matches. */
  readonly motp: number;
  /** The most likely first. */
  readonly switches: readonly IdentitySwitch[];
}

/** From this frame on another track follows the same object. */
export interface IdentitySwitch {
  readonly frame: FrameNumber;
  readonly truthId: TrackId;
  readonly from: TrackId;
  readonly to: TrackId;
  /**
   * The smaller of the numbers of consecutive matched frames before and after: a flicker of one frame is hardly a
   * switch.
   */
  readonly weight: number;
}

/** Larger than any sum of IoU, so that existing matches are kept. */
const staying = 1000;

interface Run {
  readonly truth: number;
  readonly found: number;
  readonly first: number;
  length: number;
}

export function measureClear({ truth, found, frames }: ComparedTracks, minIou = 0.5): ClearMeasures {
  let [matched, truthCount, foundCount, overlap, begun] = [0, 0, 0, 0, 0];
  let before = new Map<number, number>();
  const runs = new Map<number, Run[]>();
  for (const { frame, truth: own, found: other, overlaps } of frames) {
    const last = before;
    const weightOf = ({ truth: a, found: b, iou }: Overlap): number => iou + (last.get(a) === b ? staying : 0);
    const pairs = matchOverlaps(atLeast(overlaps, minIou), weightOf);
    before = new Map();
    for (const { truth: a, found: b, iou } of pairs) {
      overlap += iou;
      if (!last.has(a)) begun++;
      before.set(a, b);
    }
    matched += pairs.length;
    truthCount += own.length;
    foundCount += other.length;
    for (const { truth: a, found: b } of pairs) {
      let own = runs.get(a);
      if (own === undefined) runs.set(a, (own = []));
      const last = own.at(-1);
      if (last?.found === b) last.length++;
      else own.push({ truth: a, found: b, first: frame, length: 1 });
    }
  }
  const switches = [...runs.values()].flatMap((own) =>
    own.slice(1).map((run, index): IdentitySwitch => {
      const last = own[index]!;
      return {
        frame: run.first as FrameNumber,
        truthId: truth[run.truth]!.id,
        from: found[last.found]!.id,
        to: found[run.found]!.id,
        weight: Math.min(last.length, run.length),
      };
    }),
  );
  const missed = truthCount - matched;
  const wrong = foundCount - matched;
  return {
    mota: truthCount === 0 ? 0 : 1 - (missed + wrong + switches.length) / truthCount,
    matched,
    missed,
    wrong,
    switchCount: switches.length,
    fragmentCount: begun - runs.size,
    motp: matched === 0 ? 0 : overlap / matched,
    switches: switches.toSorted((a, b) => b.weight - a.weight || a.frame - b.frame || a.truthId - b.truthId),
  };
}
