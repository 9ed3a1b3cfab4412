/** Tracks and groups as JSON documents hold them, read from the core by writers in TypeScript. */

/** The members of a wire track that matter here. */
export interface WireTrack {
  readonly id: number;
  readonly confidencePairs: readonly WirePair[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly features: readonly WireFeature[];
}

export interface WireFeature {
  readonly frame: number;
  readonly keyframe: boolean;
  readonly interpolate?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly geometry?: unknown;
  readonly notes?: unknown;
  readonly fishLength?: number;
}

export interface WireGroup {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs?: readonly WirePair[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly members?: unknown;
}

export type WirePair = readonly [type: string, confidence: number];
export type WireRange = readonly [begin: number, end: number];
