/**
 * Runs pipelines, which take the images and annotations of one camera and produce annotations. An engine gets files and
 * leaves a file; it knows nothing about datasets, rights or jobs, and writes only to its own folder.
 */
import type { FrameRange } from "../domain/run-result.ts";
import type { PairCalibration, ParameterValues, PipelineDescription } from "../domain/pipeline.ts";

/** Frame n is image n of these; annotations are in the pixels of these images. */
export type PipelineMedia =
  | {
      readonly kind: "video";
      readonly path: string;
      readonly name: string;
      /** As shown: upright, square pixels. */
      readonly width: number;
      readonly height: number;
      /** Index of the stored image of each frame, ascending; absent: frame n is image n. */
      readonly pictureOfFrame?: Int32Array;
      readonly frameCount: number;
      /** The file as uploaded, for engines that accept it: the same images at the same times in the same pixels. */
      readonly original?: { readonly path: string; readonly name: string };
    }
  | { readonly kind: "images"; readonly files: readonly { readonly path: string; readonly name: string }[] };

export interface PipelineRun {
  readonly pipe: string;
  /** Folder of the trained pipeline, if a user trained it. */
  readonly model?: string;
  readonly parameters: ParameterValues;
  readonly media: PipelineMedia;
  /** Process only these frames, if the pipeline `takesFrames`; frame numbers stay those of the whole. Absent: all. */
  readonly frames?: FrameRange;
  /** Frames per second. */
  readonly fps: number;
  /** The dataset's annotations, in each format that engines read. */
  readonly annotations: { readonly viameCsv: () => Promise<string>; readonly diveJson: () => Promise<string> };
  /** Empty, and used by this run only. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** @param total 0 when unknown */
  progress(done: number, total: number, message: string): void;
  log(text: string): void;
}

/** Two calibrated cameras at once: no images, only the annotations on both. */
export interface PairRun extends Pick<PipelineRun, "pipe" | "parameters" | "folder" | "signal" | "progress" | "log"> {
  readonly calibration: PairCalibration;
  /** DIVE JSON of each camera; equal frame numbers are the same instant. */
  readonly annotations: Readonly<Record<PairSide, () => Promise<string>>>;
}

export type PairSide = "left" | "right";

/** Annotations that replace those of the dataset. */
export interface PipelineOutput {
  readonly path: string;
  readonly format: "viame-csv" | "dive-json";
}

/** Why a run failed, in words for users. */
export class PipelineError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PipelineError";
  }
}

export interface PipelineEngine {
  /** The engine reads many formats and works on the originals; absent: it gets the images that the viewer shows. */
  readonly takesOriginals?: true;
  /** The pipelines it can run here. */
  list(): Promise<readonly PipelineDescription[]>;
  /** Whether it can run a user-trained pipeline that consists of files of these names; absent: it cannot. */
  runsTrained?(files: readonly string[]): Promise<boolean>;
  /** @throws PipelineError; the signal's reason */
  run(run: PipelineRun): Promise<PipelineOutput>;
  /** Runs pipelines for two calibrated cameras; absent: it has none. @throws PipelineError; the signal's reason */
  runOnPair?(run: PairRun): Promise<Readonly<Record<PairSide, PipelineOutput>>>;
}
