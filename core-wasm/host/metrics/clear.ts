/**
 * MOTA (Bernardin and Stiefelhagen 2008): misses, false positives and identity switches relative to all boxes of the
 * truth. A pair matched on the previous frame stays matched while it overlaps enough; the rest is matched for the
 * largest sum of IoU.
 */
import type { FrameNumber, TrackId } from "../types.ts";
import type { ComparedTracks } from "./frames.ts";
import { FrameMatcher } from "./overlap-matching.ts";

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

export function measureClear(compared: ComparedTracks, minIou = 0.5): ClearMeasures {
  const { truth, found, frames, overlaps } = compared;
  const matcher = new FrameMatcher(compared);
  /** By track of the truth: whom it was matched with last, and on which frame; the frame before the first is -1. */
  const [lastFound, lastFrame] = [new Uint32Array(truth.length), new Int32Array(truth.length).fill(-2)];
  const runs: Run[][] = truth.map(() => []);
  let [matched, overlap, begun] = [0, 0, 0];
  for (let n = 0; n < frames.length; n++) {
    const weightOf = (at: number): number => {
      const a = overlaps.truth[at]!;
      return overlaps.ious[at]! + (lastFrame[a] === n - 1 && lastFound[a] === overlaps.found[at] ? staying : 0);
    };
    const pairs = matcher.match(n, minIou, weightOf);
    matched += pairs.length;
    for (let pair = 0; pair < pairs.length; pair++) {
      const at = pairs[pair]!;
      const [a, b] = [overlaps.truth[at]!, overlaps.found[at]!];
      overlap += overlaps.ious[at]!;
      const own = runs[a]!;
      const last = own.at(-1);
      if (lastFrame[a] !== n - 1) begun++;
      if (last?.found === b) last.length++;
      else own.push({ truth: a, found: b, first: frames[n]!, length: 1 });
      lastFound[a] = b;
      lastFrame[a] = n;
    }
  }
  const switches = runs.flatMap((own) =>
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
  const truthCount = compared.truthBoxes.tracks.length;
  const foundCount = compared.foundBoxes.tracks.length;
  const missed = truthCount - matched;
  const wrong = foundCount - matched;
  return {
    mota: truthCount === 0 ? 0 : 1 - (missed + wrong + switches.length) / truthCount,
    matched,
    missed,
    wrong,
    switchCount: switches.length,
    fragmentCount: begun - runs.filter((own) => own.length > 0).length,
    motp: matched === 0 ? 0 : overlap / matched,
    switches: switches.toSorted((a, b) => b.weight - a.weight || a.frame - b.frame || a.truthId - b.truthId),
  };
}
