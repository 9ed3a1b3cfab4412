/** All measures of agreement between two sides. */

import { averagePrecision, type AveragePrecision } from "#core/metrics/average-precision";
import { measureClear, type ClearMeasures } from "#core/metrics/clear";
import { confuseTypes, measureDetections, type Confusion, type DetectionMeasures } from "#core/metrics/detection";
import { compareFrames, onlySameTypes, type ComparedTracks } from "#core/metrics/frames";
import { measureHota, type HotaMeasures } from "#core/metrics/hota";
import { measureIdentity, type IdentityMeasures } from "#core/metrics/identity";
import type { TrackBoxes } from "#core/types";

/** The measures that do not depend on the IoU slider. */
export interface WholeMeasures {
  readonly clear: ClearMeasures;
  readonly identity: IdentityMeasures;
  readonly hota: HotaMeasures;
  readonly precision: AveragePrecision;
}

export interface MeasuresAtIou {
  readonly detections: DetectionMeasures;
  readonly confusion: Confusion;
}

export interface Agreement extends MeasuresAtIou {
  readonly whole: WholeMeasures;
}

export interface Sides {
  readonly truth: readonly TrackBoxes[];
  readonly found: readonly TrackBoxes[];
  readonly sameTypes: boolean;
}

export type MeasureCall =
  /** Answered with `WholeMeasures`. */
  | ({ readonly kind: "whole" } & Sides)
  /** Uses the sides of the previous call; answered with `MeasuresAtIou`. */
  | { readonly kind: "atIou"; readonly minIou: number };

const stepCount = 6;

/**
 * Returns a function that answers calls; a new IoU needs no new comparison. It throws an Error when nothing has been
 * compared yet.
 */
export function createMeasurer(): (
  call: MeasureCall,
  progress: (share: number) => void,
) => WholeMeasures | MeasuresAtIou {
  let sides: { readonly all: ComparedTracks; readonly matched: ComparedTracks } | undefined;
  const atIou = (minIou: number): MeasuresAtIou => {
    if (sides === undefined) throw new Error("There is nothing to measure.");
    const detections = measureDetections(sides.matched, minIou);
    return { detections, confusion: confuseTypes(sides.all, minIou) };
  };
  const whole = ({ truth, found, sameTypes }: Sides, progress: (share: number) => void): WholeMeasures => {
    let done = 0;
    const step = <T>(work: () => T): T => {
      const result = work();
      done += 1;
      progress(done / stepCount);
      return result;
    };
    const all = step(() => compareFrames(truth, found));
    const matched = step(() => (sameTypes ? onlySameTypes(all) : all));
    sides = { all, matched };
    return {
      clear: step(() => measureClear(matched)),
      identity: step(() => measureIdentity(matched)),
      hota: step(() => measureHota(matched)),
      precision: step(() => averagePrecision(all)),
    };
  };
  return (call, progress) => (call.kind === "whole" ? whole(call, progress) : atIou(call.minIou));
}
