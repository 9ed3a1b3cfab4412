/** Annotations that are probably mistakes: the rules, their parameters, and where they are broken. */
import type { FrameNumber, TrackId } from "./basics.ts";

/** Codes of the rules, in reporting order. They are also codes of problems, with the same messages. */
export const issueRules = [
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

/** Rules for values that are often intended: checked only on request. */
export const optionalIssueRules: readonly IssueRule[] = issueRules.slice(issueRules.indexOf("box-duplicate"));

export type IssueRule = (typeof issueRules)[number];

/** Facts about the dataset; a rule that lacks one finds nothing. */
export interface IssueFacts {
  readonly frameCount?: number;
  /** Size of the pictures in pixels. */
  readonly pictureSize?: { readonly width: number; readonly height: number };
  /** Sizes by frame, where pictures differ: takes precedence over `pictureSize`. */
  readonly pictureSizes?: readonly ({ readonly width: number; readonly height: number } | undefined)[];
  /** The types that tracks may have. */
  readonly types?: readonly string[];
  readonly attributes?: readonly AttributeLimits[];
  /** First and last frames; places on others are not counted. Empty or absent: all frames. */
  readonly ranges?: readonly (readonly number[])[];
}

/** Whether a frame is in one of some ranges; without any, every frame is. */
export const isWithin = (ranges: readonly (readonly number[])[], frame: number): boolean =>
  ranges.length === 0 || ranges.some(([first = 0, last = 0]) => frame >= first && frame <= last);

/** The values allowed for an attribute. */
export interface AttributeLimits {
  readonly name: string;
  readonly belongs: "track" | "detection";
  /** The allowed texts. */
  readonly values?: readonly string[];
  /** The allowed range of numbers, both ends included. */
  readonly range?: readonly [min: number, max: number];
}

export interface IssuePlace {
  readonly trackId: TrackId;
  /** Where to look. */
  readonly frame: FrameNumber;
  /** The other track, for rules about two tracks. */
  readonly other?: TrackId;
  /** For display: `track 3 on frame 5`. */
  readonly text: string;
}

/** All places where one rule is broken. */
export interface IssueGroup {
  readonly rule: IssueRule;
  /** Number of all places. */
  readonly count: number;
  /** The first 500 places, unless more were asked for. */
  readonly places: readonly IssuePlace[];
  /** One sentence with the count and the first place; empty if none exists. */
  readonly message: string;
}
