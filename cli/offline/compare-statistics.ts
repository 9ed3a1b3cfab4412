/** The statistics of two files, number by number. */

import type { Statistics } from "#core/types";

export interface ComparedNumber {
  readonly a: number;
  readonly b: number;
  /** What B has more. */
  readonly change: number;
}

export interface ComparedStatistics {
  readonly trackCount: ComparedNumber;
  readonly singleFrameTrackCount: ComparedNumber;
  readonly detectionCount: ComparedNumber;
  readonly keyframeCount: ComparedNumber;
  readonly interpolatedCount: ComparedNumber;
  readonly geometryCount: ComparedNumber;
  readonly groupCount: ComparedNumber;
  readonly frameCount: ComparedNumber;
  readonly meanTrackLength: ComparedNumber;
  /** Square pixels. */
  readonly meanBoxArea: ComparedNumber;
  /** All types of either file, most tracks first. */
  readonly types: readonly {
    readonly type: string;
    readonly trackCount: ComparedNumber;
    readonly detectionCount: ComparedNumber;
  }[];
  /** All attributes of either file, most frequent first. */
  readonly attributes: readonly {
    readonly name: string;
    readonly belongs: "track" | "detection";
    readonly useCount: ComparedNumber;
  }[];
}

export function compareStatistics(a: Statistics, b: Statistics): ComparedStatistics {
  const both = (numberOf: (one: Statistics) => number | undefined): ComparedNumber => {
    const [inA, inB] = [numberOf(a) ?? 0, numberOf(b) ?? 0];
    return { a: inA, b: inB, change: inB - inA };
  };
  const types = new Set([...a.types, ...b.types].map(({ type }) => type));
  const attributes = new Map([...a.attributes, ...b.attributes].map((one) => [`${one.belongs} ${one.name}`, one]));
  return {
    trackCount: both((one) => one.trackCount),
    singleFrameTrackCount: both((one) => one.singleFrameTrackCount),
    detectionCount: both((one) => one.detectionCount),
    keyframeCount: both((one) => one.keyframeCount),
    interpolatedCount: both((one) => one.interpolatedCount),
    geometryCount: both((one) => one.geometryCount),
    groupCount: both((one) => one.groupCount),
    frameCount: both((one) => one.frames?.count),
    meanTrackLength: both((one) => one.trackLengths.mean),
    meanBoxArea: both((one) => one.areas.mean),
    types: [...types]
      .map((type) => {
        const inOne = (one: Statistics) => one.types.find((own) => own.type === type);
        return {
          type,
          trackCount: both((one) => inOne(one)?.trackCount),
          detectionCount: both((one) => inOne(one)?.detectionCount),
        };
      })
      .toSorted((one, other) => largest(other.trackCount) - largest(one.trackCount)),
    attributes: [...attributes.values()]
      .map(({ name, belongs }) => ({
        name,
        belongs,
        useCount: both((one) => one.attributes.find((own) => own.name === name && own.belongs === belongs)?.useCount),
      }))
      .toSorted((one, other) => largest(other.useCount) - largest(one.useCount)),
  };
}

const largest = ({ a, b }: ComparedNumber): number => Math.max(a, b);
