/** How well the two sides agree, in numbers: measured a moment after something has changed, so that the page answers. */

import { useEffect, useState } from "react";
import { averagePrecision, type AveragePrecision } from "#core/metrics/average-precision";
import { measureClear, type ClearMeasures } from "#core/metrics/clear";
import { confuseTypes, measureDetections, type Confusion, type DetectionMeasures } from "#core/metrics/detection";
import { compareFrames, onlySameTypes, type ComparedTracks } from "#core/metrics/frames";
import { measureHota, type HotaMeasures } from "#core/metrics/hota";
import { measureIdentity, type IdentityMeasures } from "#core/metrics/identity";
import type { AnnotationCore } from "#core/types";

export interface Agreement {
  /** What the IoU of the slider does not change. */
  readonly whole: {
    readonly all: ComparedTracks;
    readonly matched: ComparedTracks;
    readonly clear: ClearMeasures;
    readonly identity: IdentityMeasures;
    readonly hota: HotaMeasures;
    readonly precision: AveragePrecision;
  };
  readonly detections: DetectionMeasures;
  readonly confusion: Confusion;
}

export interface AgreementRequest {
  readonly truth: AnnotationCore;
  readonly found: AnnotationCore;
  /** Counts changes of either. */
  readonly version: number;
  readonly sameTypes: boolean;
  readonly leastIou: number;
}

const restMs = 150;

/** `undefined` while it is measured for the first time. */
export function useAgreement(request: AgreementRequest): Agreement | Error | undefined {
  const { truth, found, version, sameTypes, leastIou } = request;
  const [whole, setWhole] = useState<Agreement["whole"] | Error>();
  const [result, setResult] = useState<Agreement | Error>();
  useEffect(() => {
    const timer = setTimeout(() => setWhole(attempt(() => measure(truth, found, sameTypes))), restMs);
    return () => clearTimeout(timer);
    // The cores are the same objects after an edit: the version says that they are others.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [truth, found, version, sameTypes]);
  useEffect(() => {
    if (whole === undefined) return undefined;
    const timer = setTimeout(
      () =>
        setResult(
          whole instanceof Error
            ? whole
            : attempt(() => ({
                whole,
                detections: measureDetections(whole.matched, leastIou),
                confusion: confuseTypes(whole.all, leastIou),
              })),
        ),
      0,
    );
    return () => clearTimeout(timer);
  }, [whole, leastIou]);
  return result;
}

function measure(truth: AnnotationCore, found: AnnotationCore, sameTypes: boolean): Agreement["whole"] {
  const all = compareFrames(truth.trackBoxes(), found.trackBoxes());
  const matched = sameTypes ? onlySameTypes(all) : all;
  return {
    all,
    matched,
    clear: measureClear(matched),
    identity: measureIdentity(matched),
    hota: measureHota(matched),
    precision: averagePrecision(all),
  };
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
