/** Annotations that are probably mistakes: the rules, what they need to know, and where they are broken. */
import type { FrameNumber, TrackId } from "./basics.ts";

/** Codes of the rules, in reporting order. They are codes of problems as well, with the same sentences. */
export const doubtRules = [
  "box-inverted",
  "box-empty",
  "confidence-out-of-range",
  "type-missing",
  "type-unusual",
  "frame-behind-last",
  "box-outside",
  "box-duplicate",
  "track-jump",
  "track-gap",
  "tracks-overlap",
  "track-single-frame",
  "type-unlisted",
  "attribute-outside",
] as const;

/** Those for what is often meant as it is: found only when they are asked for. */
export const optionalDoubtRules: readonly DoubtRule[] = doubtRules.slice(doubtRules.indexOf("box-duplicate"));

export type DoubtRule = (typeof doubtRules)[number];

/** Facts of the dataset; a rule that lacks one finds nothing. */
export interface DoubtFacts {
  readonly frameCount?: number;
  /** Of the pictures, pixels. */
  readonly pictureSize?: { readonly width: number; readonly height: number };
  /** By frame, where pictures differ: goes before `pictureSize`. */
  readonly pictureSizes?: readonly ({ readonly width: number; readonly height: number } | undefined)[];
  /** The types that tracks may have. */
  readonly types?: readonly string[];
  readonly attributes?: readonly AttributeLimits[];
}

/** Which values an attribute may have. */
export interface AttributeLimits {
  readonly name: string;
  readonly belongs: "track" | "detection";
  /** One of these. */
  readonly values?: readonly string[];
  /** A number between these, both included. */
  readonly range?: readonly [least: number, most: number];
}

export interface DoubtPlace {
  readonly trackId: TrackId;
  /** Where to look. */
  readonly frame: FrameNumber;
  /** The other track, where it is about two. */
  readonly other?: TrackId;
  /** For people: `track 3 on frame 5`. */
  readonly text: string;
}

/** All places where one rule is broken. */
export interface Doubts {
  readonly rule: DoubtRule;
  /** All of them. */
  readonly count: number;
  /** The first 500. */
  readonly places: readonly DoubtPlace[];
  /** One sentence with the count and the first place; empty where there is none. */
  readonly message: string;
}
