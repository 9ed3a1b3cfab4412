/** The library's output. Boxes and points are in pixels, frames count from 0. */

/** A track in the terms of DIVE and VIAME: one object through time. */
export interface Track {
  readonly id: number;
  /** First and last frame. */
  readonly begin: number;
  readonly end: number;
  /** Types with confidences from 0 to 1, the most confident first. */
  readonly confidencePairs: readonly (readonly [type: string, confidence: number])[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** In frame order. */
  readonly features: readonly Detection[];
}

export interface Detection {
  readonly frame: number;
  /** Absent when there is no box. */
  readonly bounds?: readonly [left: number, top: number, right: number, bottom: number];
  readonly keyframe?: boolean;
  /** Boxes are interpolated from this keyframe to the next one. */
  readonly interpolate?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** GeoJSON: polygons, lines and points. */
  readonly geometry?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

export interface Group {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs: readonly (readonly [type: string, confidence: number])[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** By track id: the frames at which the track belongs to the group. */
  readonly members: Readonly<Record<string, { readonly ranges: readonly (readonly [number, number])[] }>>;
}
