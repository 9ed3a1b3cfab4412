/**
 * What runs pipelines: looks at the pictures and annotations of one camera and makes annotations. An engine gets files and
 * leaves a file; it knows nothing of datasets, rights or jobs, and acts on nothing but its own folder.
 */
import type { FrameRange } from "../domain/run-result.ts";
import type { PairCalibration, ParameterValues, PipelineDescription } from "../domain/pipeline.ts";

/** Frame n is picture n of what is named here; annotations are in the pixels of these pictures. */
export type PipelineMedia =
  | {
      readonly kind: "video";
      readonly path: string;
      readonly name: string;
      /** As shown: upright, square pixels. */
      readonly width: number;
      readonly height: number;
      /** The stored picture of each frame, ascending; absent: frame n is picture n. */
      readonly pictureOfFrame?: Int32Array;
      readonly frameCount: number;
      /** The file as it was uploaded, for engines that take it: the same pictures at the same times in the same pixels. */
      readonly original?: { readonly path: string; readonly name: string };
    }
  | { readonly kind: "images"; readonly files: readonly { readonly path: string; readonly name: string }[] };

export interface PipelineRun {
  readonly pipe: string;
  /** The folder that holds it, for one that a user has trained. */
  readonly model?: string;
  readonly parameters: ParameterValues;
  readonly media: PipelineMedia;
  /** Only these are looked at, if the pipeline `takesFrames`: numbers stay those of the whole. Absent: all. */
  readonly frames?: FrameRange;
  /** Frames a second. */
  readonly fps: number;
  /** What the dataset holds, in each format that engines read. */
  readonly annotations: { readonly viameCsv: () => Promise<string>; readonly diveJson: () => Promise<string> };
  /** Empty, and used by this run only. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** @param total 0 when unknown */
  progress(done: number, total: number, message: string): void;
  log(text: string): void;
}

/** Two calibrated cameras at once: no pictures, what was drawn on both. */
export interface PairRun extends Pick<PipelineRun, "pipe" | "parameters" | "folder" | "signal" | "progress" | "log"> {
  readonly calibration: PairCalibration;
  /** DIVE JSON of each camera; the same number of a frame is the same instant. */
  readonly annotations: Readonly<Record<PairSide, () => Promise<string>>>;
}

export type PairSide = "left" | "right";

/** The annotations that take the place of those that the dataset holds. */
export interface PipelineOutput {
  readonly path: string;
  readonly format: "viame-csv" | "dive-json";
}

/** Why a run has failed, in words for people. */
export class PipelineError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PipelineError";
  }
}

export interface PipelineEngine {
  /** Programs read many formats, and look at what was recorded; absent: pictures are those that the viewer shows. */
  readonly takesOriginals?: true;
  /** What it can run here. */
  list(): Promise<readonly PipelineDescription[]>;
  /** Whether it runs what users have trained, of which these are the names of the files; absent: no. */
  runsTrained?(files: readonly string[]): Promise<boolean>;
  /** @throws PipelineError; the signal's reason */
  run(run: PipelineRun): Promise<PipelineOutput>;
  /** Of pipelines for two calibrated cameras; absent: it has none. @throws PipelineError; the signal's reason */
  runOnPair?(run: PairRun): Promise<Readonly<Record<PairSide, PipelineOutput>>>;
}
