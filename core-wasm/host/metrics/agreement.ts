/** How well people who annotated the same frames agree: detections, identities, and values of track attributes. */
import type { AnnotationCore } from "../types.ts";
import { matchBest, type WeightedPair } from "./assignment.ts";
import { scoredTracks, withinRanges } from "./counted.ts";
import { compareFrames } from "./frames.ts";
import type { ScoredTrack } from "./pool.ts";
import { score } from "./scoring.ts";
import { defaultScoringParams } from "./scoring-params.ts";

/** One person's boxes in the frames assigned to them. */
export interface AgreementSide {
  readonly tracks: readonly ScoredTrack[];
  /** Values of track attributes by track. */
  readonly attributes: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
}

export interface AgreementNumbers {
  /** Absent: all types. */
  readonly type?: string;
  readonly boxes: number;
  readonly otherBoxes: number;
  /** At an IoU of 0.5; `null`: neither has a box. */
  readonly f1: number | null;
  /** Of the boxes that match; `null`: none does. */
  readonly meanIou: number | null;
  readonly hota: number | null;
  readonly idf1: number | null;
  /** Values that tracks which both have agree in, of those that at least one has. */
  readonly sameValues: number;
  readonly comparedValues: number;
}

/** A frame on which two people differ. */
export interface DifferingFrame {
  /** Position in the list of pieces. */
  readonly piece: number;
  readonly frame: number;
  /** Boxes that only the other one has. */
  readonly missed: number;
  /** Boxes that the other one does not have. */
  readonly extra: number;
  readonly otherType: number;
}

export interface Agreement {
  /** The whole first, then each type. */
  readonly numbers: readonly AgreementNumbers[];
  /** The most different ones first. */
  readonly frames: readonly DifferingFrame[];
  readonly framesLeftOut: number;
}

const minIou = 0.5;

/** Only boxes in the ranges (without any: all). */
export function agreementSide(core: AnnotationCore, ranges: readonly (readonly number[])[]): AgreementSide {
  const tracks = scoredTracks(core).flatMap((track) => withinRanges(track, ranges));
  return { tracks, attributes: new Map(tracks.map(({ id }) => [id, core.trackAttributes(id)])) };
}

/** Pieces are pooled; neither side is the truth, and the numbers are the same both ways. */
export function measureAgreement(pieces: readonly (readonly [AgreementSide, AgreementSide])[]): Agreement {
  const pairs = pieces.map(([own, other]) => ({ computed: own.tracks, truth: other.tracks }));
  const { summary, classes, errors } = score(pairs, { ...defaultScoringParams, iouThreshold: minIou, sweep: false });
  const values = new Map<string | undefined, { same: number; compared: number }>();
  for (const piece of pieces) compareValues(piece, values);
  const numbersOf = [{ ...summary, type: undefined }, ...classes].map(({ type, ...numbers }) => {
    const { same = 0, compared = 0 } = values.get(type) ?? {};
    return {
      ...(type !== undefined && { type }),
      boxes: numbers.computedBoxes,
      otherBoxes: numbers.truthBoxes,
      f1: numbers.f1,
      meanIou: numbers.meanIou,
      hota: numbers.tracking?.hota ?? null,
      idf1: numbers.tracking?.idf1 ?? null,
      sameValues: same,
      comparedValues: compared,
    };
  });
  const frames = errors.frames.map(({ pair, ...place }) => ({ piece: pair, ...place }));
  return { numbers: numbersOf, frames, framesLeftOut: errors.framesLeftOut };
}

/** Tracks are matched by the number of frames on which they overlap by half or more, whatever their types. */
function compareValues(
  [own, other]: readonly [AgreementSide, AgreementSide],
  values: Map<string | undefined, { same: number; compared: number }>,
): void {
  const { overlaps } = compareFrames(own.tracks, other.tracks);
  const weights = new Map<string, WeightedPair & { weight: number }>();
  for (let at = 0; at < overlaps.ious.length; at++) {
    if (overlaps.ious[at]! < minIou) continue;
    const [a, b] = [overlaps.truth[at]!, overlaps.found[at]!];
    const key = `${a} ${b}`;
    const known = weights.get(key) ?? { a, b, weight: 0 };
    known.weight++;
    weights.set(key, known);
  }
  for (const { a, b } of matchBest([...weights.values()])) {
    const [first, second] = [own.tracks[a]!, other.tracks[b]!];
    const [left, right] = [own.attributes.get(first.id) ?? {}, other.attributes.get(second.id) ?? {}];
    const names = new Set([...Object.keys(left), ...Object.keys(right)].filter((name) => name !== "userAttributes"));
    for (const name of names) {
      const isSame = JSON.stringify(left[name]) === JSON.stringify(right[name]);
      // Both orders count alike: a value is of the type that both gave, or of none.
      for (const type of first.type === second.type ? [undefined, first.type] : [undefined]) {
        const known = values.get(type) ?? { same: 0, compared: 0 };
        known.compared++;
        if (isSame) known.same++;
        values.set(type, known);
      }
    }
  }
}
