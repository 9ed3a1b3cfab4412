/** Messages between the main thread and the annotation thread. */
import type { AnnotationFormat, Problem, ReadReport } from "#core";
import type { Consensus, ConsensusOptions } from "#core/consensus/consensus";
import type { BlamedField, BlameOptions, TrackVersion } from "#core/diff/blame";
import type { ReadFileOptions } from "#core/formats/annotation-formats";
import type { ConfigurationFile } from "#core/formats/dive-config/dive-configuration";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";
import type { RecognizedFile } from "#core/formats/recognize/recognized";
import type { NamedBytes } from "#core/formats/sources/source";
import type { Agreement } from "#core/metrics/agreement";
import type { CorrectionNumbers } from "#core/metrics/corrections";
import type { Scoring } from "#core/metrics/scoring";
import type { ScoringParams } from "#core/metrics/scoring-params";
import type { CompletenessContext, FrameRequirements, Missing } from "#core/queries/completeness";
import type { MatchContext, TrackMatch } from "#core/queries/matching-tracks";

import type {
  AnnotationChanges,
  AnnotationKey,
  AnnotationKind,
  AnnotationRecord,
} from "../../../domain/annotation-save.ts";

/** A kind of call: its parameters, and the answer. */
interface Call<Asked, Answer> {
  readonly asked: Asked;
  readonly answer: Answer;
}
type Nothing = Record<never, never>;
type Ranges = FrameRequirements["ranges"];

export interface WorkCalls {
  "parse-save": Call<{ body: Uint8Array }, SaveRequest>;
  recognize: Call<{ bytes: Uint8Array; name: string }, RecognizedFile>;
  "read-configuration": Call<{ bytes: Uint8Array }, ConfigurationFile>;
  blame: Call<{ versions: readonly TrackVersion[]; options: BlameOptions }, BlamedField[]>;

  open: Call<{ expectedBytes: number }, void>;
  load: Call<{ of: AnnotationKind; page: Uint8Array }, void>;
  "end-load": Call<Nothing, void>;
  read: Call<{ content: Uint8Array | readonly NamedBytes[]; options: ReadFileOptions }, FileReport>;
  write: Call<{ format: AnnotationFormat; facts: DatasetFacts; options: WriteOptions }, void>;
  missing: Call<{ asked: FrameRequirements; about: CompletenessContext }, Missing[]>;
  matching: Call<{ asked: TrackMatch; about: MatchContext }, number[]>;
  image: Call<{ note: string }, Uint8Array>;

  /** The loaded annotations are one side of a pair: first the computed one, then the truth. */
  "end-side": Call<{ regionTypes: readonly string[] }, void>;
  score: Call<{ params: ScoringParams; frameCounts: readonly number[] }, Scoring>;

  "end-agreement-side": Call<{ name: string; ranges: Ranges }, void>;
  agreement: Call<{ pieces: readonly (readonly [own: string, other: string])[] }, Agreement>;
  /** Between two sides: tracks of the first one that a run wrote. */
  corrections: Call<{ run: string; now: string; written: readonly number[] }, readonly CorrectionNumbers[]>;

  "end-consensus-side": Call<{ ranges: Ranges }, void>;
  /** Its tracks are then fetched as records. */
  consensus: Call<{ options: ConsensusOptions }, ConsensusCounts>;

  "next-records": Call<Nothing, AnnotationRecord[]>;
  "next-bytes": Call<Nothing, Uint8Array>;
  close: Call<Nothing, void>;
}
export type WorkKind = keyof WorkCalls;
export type Asked<K extends WorkKind> = Readonly<WorkCalls[K]["asked"]>;
export type Answer<K extends WorkKind> = WorkCalls[K]["answer"];

export interface WorkMessage<K extends WorkKind = WorkKind> {
  readonly session: number;
  readonly kind: K;
  readonly asked: Asked<K>;
}

/** How much was merged, and how much was not. */
export type ConsensusCounts = Omit<Consensus, "tracks"> & { readonly tracks: number; readonly boxes: number };

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
