/** Messages between the main thread and the annotation thread. */
import type { AnnotationFormat, Problem, ReadReport } from "#core";
import type { BlameOptions, TrackVersion } from "#core/diff/blame";
import type { ReadFileOptions } from "#core/formats/annotation-formats";
import type { NamedBytes } from "#core/formats/sources/source";
import type { ConsensusOptions } from "#core/consensus/consensus";
import type { CompletenessContext, FrameRequirements } from "#core/queries/completeness";
import type { MatchContext, TrackMatch } from "#core/queries/matching-tracks";
import type { ScoringParams } from "#core/metrics/scoring-params";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";

import type { AnnotationChanges, AnnotationKey, AnnotationKind } from "../../../domain/annotation-save.ts";

export type WorkCall = { readonly session: number } & (
  | { readonly kind: "parse-save"; readonly body: Uint8Array }
  | { readonly kind: "open"; readonly expectedBytes: number }
  | { readonly kind: "end-load" | "next-records" | "next-bytes" | "close" }
  | { readonly kind: "recognize"; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: "read-configuration"; readonly bytes: Uint8Array }
  | { readonly kind: "blame"; readonly versions: readonly TrackVersion[]; readonly options: BlameOptions }
  | { readonly kind: "image"; readonly note: string }
  | { readonly kind: "load"; readonly of: AnnotationKind; readonly page: Uint8Array }
  | { readonly kind: "read"; readonly content: Uint8Array | readonly NamedBytes[]; readonly options: ReadFileOptions }
  /** The loaded annotations are one side of a pair: first the computed one, then the truth. */
  | { readonly kind: "end-side"; readonly regionTypes: readonly string[] }
  | { readonly kind: "missing"; readonly asked: FrameRequirements; readonly about: CompletenessContext }
  | { readonly kind: "matching"; readonly asked: TrackMatch; readonly about: MatchContext }
  | { readonly kind: "end-agreement-side"; readonly name: string; readonly ranges: FrameRequirements["ranges"] }
  | { readonly kind: "agreement"; readonly pieces: readonly (readonly [own: string, other: string])[] }
  /** Between two sides: tracks of the first one that a run wrote. */
  | { readonly kind: "corrections"; readonly run: string; readonly now: string; readonly written: readonly number[] }
  | { readonly kind: "end-consensus-side"; readonly ranges: FrameRequirements["ranges"] }
  /** Its tracks are then fetched as records. */
  | { readonly kind: "consensus"; readonly options: ConsensusOptions }
  | { readonly kind: "score"; readonly params: ScoringParams; readonly frameCounts: readonly number[] }
  | {
      readonly kind: "write";
      readonly format: AnnotationFormat;
      readonly facts: DatasetFacts;
      readonly options: WriteOptions;
    }
);

export interface FileReport extends ReadReport {
  /** Types of the content after reading, those of the most tracks first. */
  readonly types: readonly string[];
}

/** The request of a save. Its records are fetched separately. */
export interface SaveRequest extends Omit<AnnotationChanges, "upsert"> {
  /** Some records contain only changes, which depend on the stored records. */
  readonly hasChanges: boolean;
  /** In the order of the records. */
  readonly upsert: readonly AnnotationKey[];
}

/** The class of the error thrown in the thread, and its data. */
export type WorkErrorDetails =
  | { readonly type: "core"; readonly code: string; readonly problem: Problem | undefined }
  | { readonly type: "validation" | "request" }
  | { readonly type: "other"; readonly stack: string | undefined };
