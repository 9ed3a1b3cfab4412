/**
 * The best matching of the boxes of each frame. Most boxes overlap no second one: those are matched without an object
 * for each pair.
 */
import { matchBest } from "./assignment.ts";
import type { ComparedTracks, Overlaps, RowsByFrame } from "./frames.ts";

/** Positions of the matched overlaps. */
export interface Matches extends RowsByFrame {
  readonly overlaps: Uint32Array;
}

/** Matches one frame after the other. */
export class FrameMatcher {
  readonly #overlaps: Overlaps;
  readonly #starts: Uint32Array;
  readonly #matched: Uint32Array;
  #length = 0;
  /** How many overlaps contain each track; all 0 between two frames. */
  readonly #usesOfTruth: Uint32Array;
  readonly #usesOfFound: Uint32Array;

  constructor({ truth, found, frames, overlaps }: ComparedTracks) {
    this.#overlaps = overlaps;
    this.#starts = new Uint32Array(frames.length + 1);
    this.#matched = new Uint32Array(overlaps.ious.length);
    this.#usesOfTruth = new Uint32Array(truth.length);
    this.#usesOfFound = new Uint32Array(found.length);
  }

  /**
   * Positions of the matched overlaps of the next frame.
   * @param weightOf above 0; only asked where several overlaps compete for a box
   */
  match(frame: number, minIou: number, weightOf: (at: number) => number): Uint32Array {
    const { starts, truth, found, ious } = this.#overlaps;
    const [usesOfTruth, usesOfFound, matched] = [this.#usesOfTruth, this.#usesOfFound, this.#matched];
    const [from, end, begin] = [starts[frame]!, starts[frame + 1]!, this.#length];
    for (let at = from; at < end; at++) {
      if (!(ious[at]! >= minIou)) continue;
      usesOfTruth[truth[at]!]!++;
      usesOfFound[found[at]!]!++;
    }
    let length = begin;
    const rivals: { a: number; b: number; weight: number; at: number }[] = [];
    for (let at = from; at < end; at++) {
      if (!(ious[at]! >= minIou)) continue;
      const [a, b] = [truth[at]!, found[at]!];
      if (usesOfTruth[a] === 1 && usesOfFound[b] === 1) matched[length++] = at;
      else rivals.push({ a, b, weight: weightOf(at), at });
    }
    for (let at = from; at < end; at++) usesOfTruth[truth[at]!] = usesOfFound[found[at]!] = 0;
    if (rivals.length > 0) for (const { at } of matchBest(rivals)) matched[length++] = at;
    this.#length = this.#starts[frame + 1] = length;
    return matched.subarray(begin, length);
  }

  /** After the last frame. */
  finish(): Matches {
    return { starts: this.#starts, overlaps: this.#matched.subarray(0, this.#length) };
  }
}

/** The last one is kept, because a scoring asks for the same matching several times. */
const known = new WeakMap<Overlaps, { readonly minIou: number; readonly matches: Matches }>();

/** The matching of each frame with the largest sum of IoU. */
export function matchFrames(compared: ComparedTracks, minIou: number): Matches {
  const { overlaps, frames } = compared;
  const last = known.get(overlaps);
  if (last?.minIou === minIou) return last.matches;
  const matcher = new FrameMatcher(compared);
  const weightOf = (at: number): number => overlaps.ious[at]!;
  for (let frame = 0; frame < frames.length; frame++) matcher.match(frame, minIou, weightOf);
  const matches = matcher.finish();
  known.set(overlaps, { minIou, matches });
  return matches;
}
