/**
 * Trains pipelines on annotated datasets. A trainer gets files and leaves the files of a trained pipeline; it knows
 * nothing about datasets, rights or jobs, and writes only to its own folder.
 */
import type { PipelineMedia, PipelineRun } from "./pipeline-engine.ts";

export interface TrainingData {
  readonly name: string;
  readonly media: PipelineMedia;
  readonly annotations: PipelineRun["annotations"];
}

interface TrainerRun {
  /** Empty, and used by this run only. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** @param total 0 when unknown */
  progress(done: number, total: number, message: string): void;
  log(text: string): void;
}

export interface TrainingRun extends TrainerRun {
  readonly configuration: string;
  readonly datasets: readonly TrainingData[];
  readonly annotatedFramesOnly: boolean;
  /** Which types to train under which names, as the user wrote it. */
  readonly labels: string | undefined;
  /** The folder of a trained pipeline to start from. */
  readonly fineTune: string | undefined;
}

export interface ExportRun extends TrainerRun {
  /** The folder of a trained pipeline. */
  readonly model: string;
  /** Display name. */
  readonly name: string;
}

export interface ExportedModel {
  readonly path: string;
  /** File name; `model.onnx` by default. */
  readonly name?: string;
}

export interface TrainingEngine {
  /** As for pipelines. */
  readonly takesOriginals?: true;
  /** Training configurations; the first one is the default. */
  listConfigurations(): Promise<readonly string[]>;
  /** @returns the folder with the files of the trained pipeline @throws PipelineError; the signal's reason */
  train(run: TrainingRun): Promise<string>;
  /** Whether this engine trained a pipeline that consists of files of these names; absent: unknown. */
  hasTrained?(files: readonly string[]): boolean;
  /** Whether it can make ONNX files of models that no known engine trained. */
  canExport(): Promise<boolean>;
  /**
   * Exports a model for other programs or sites: an ONNX file, or an addon. @throws PipelineError; the signal's reason
   */
  exportModel(run: ExportRun): Promise<ExportedModel>;
}
