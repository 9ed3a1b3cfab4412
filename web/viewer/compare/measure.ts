/** All measures of agreement of two sides, and what the worker that computes them and the page say to each other. */

import { averagePrecision, type AveragePrecision } from "#core/metrics/average-precision";
import { measureClear, type ClearMeasures } from "#core/metrics/clear";
import { confuseTypes, measureDetections, type Confusion, type DetectionMeasures } from "#core/metrics/detection";
import { compareFrames, onlySameTypes, type ComparedTracks } from "#core/metrics/frames";
import { measureHota, type HotaMeasures } from "#core/metrics/hota";
import { measureIdentity, type IdentityMeasures } from "#core/metrics/identity";
import type { TrackBoxes } from "#core/types";

/** What the IoU of the slider does not change. */
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

export type MeasureRequest =
  | ({ readonly kind: "measure"; readonly leastIou: number } & Sides)
  | { readonly kind: "atIou"; readonly leastIou: number };

export type MeasureReply =
  /** 0..1 */
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "whole"; readonly whole: WholeMeasures }
  | { readonly kind: "atIou"; readonly leastIou: number; readonly measures: MeasuresAtIou }
  | { readonly kind: "failed"; readonly message: string };

/** Answers requests one after the other; a request at another IoU needs no new comparison. */
export function createMeasurer(reply: (reply: MeasureReply) => void): (request: MeasureRequest) => void {
  let sides: { readonly all: ComparedTracks; readonly matched: ComparedTracks } | undefined;
  const atIou = (leastIou: number): void => {
    if (sides === undefined) return;
    const detections = measureDetections(sides.matched, leastIou);
    reply({ kind: "atIou", leastIou, measures: { detections, confusion: confuseTypes(sides.all, leastIou) } });
  };
  const measure = ({ truth, found, sameTypes }: Sides): void => {
    let done = 0;
    const step = <T>(work: () => T): T => {
      const result = work();
      done += 1;
      reply({ kind: "progress", share: done / stepCount });
      return result;
    };
    const all = step(() => compareFrames(truth, found));
    const matched = step(() => (sameTypes ? onlySameTypes(all) : all));
    sides = { all, matched };
    const whole: WholeMeasures = {
      clear: step(() => measureClear(matched)),
      identity: step(() => measureIdentity(matched)),
      hota: step(() => measureHota(matched)),
      precision: step(() => averagePrecision(all)),
    };
    reply({ kind: "whole", whole });
  };
  return (request) => {
    try {
      if (request.kind === "measure") measure(request);
      atIou(request.leastIou);
    } catch (error) {
      reply({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };
}

const stepCount = 6;
