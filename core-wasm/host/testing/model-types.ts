/** The types of the naive model: tracks and groups in wire format. */
import type { Bounds } from "../types.ts";

export interface ModelFeature {
  readonly frame: number;
  readonly bounds: Bounds;
  readonly keyframe: boolean;
  readonly interpolate?: boolean;
  readonly fishLength?: number;
  readonly attributes?: Attributes;
  readonly geometry?: { readonly type: string; readonly features: readonly ModelGeometry[] };
  readonly notes?: readonly string[];
}

export interface ModelGeometry {
  readonly type: "Feature";
  readonly properties: { readonly key: string };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

export type Attributes = Readonly<Record<string, unknown>>;
export type Pairs = readonly (readonly [string, number])[];
export type Range = readonly [number, number];

export interface ModelTrack {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs: Pairs;
  readonly attributes: Attributes;
  readonly features: readonly ModelFeature[];
}

export interface ModelGroup {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs: Pairs;
  readonly attributes: Attributes;
  readonly members: Readonly<Record<number, { readonly ranges: readonly Range[] }>>;
}

/** A broken rule. */
export class Refused extends Error {}

export function refuse(): never {
  throw new Refused("refused");
}
