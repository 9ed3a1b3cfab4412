/**
 * What makes pipelines of annotated datasets. A trainer gets files and leaves the files of a trained pipeline; it knows
 * nothing of datasets, rights or jobs, and acts on nothing but its own folder.
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
  /** Which types are trained under which names, as the user wrote it. */
  readonly labels: string | undefined;
  /** The folder of a trained pipeline to begin with. */
  readonly fineTune: string | undefined;
}

export interface ExportRun extends TrainerRun {
  /** The folder of a trained pipeline. */
  readonly model: string;
  /** As people call it. */
  readonly name: string;
}

export interface ExportedModel {
  readonly path: string;
  /** What its file is called; by default `model.onnx`. */
  readonly name?: string;
}

export interface TrainingEngine {
  /** As of pipelines. */
  readonly takesOriginals?: true;
  /** What can be trained; the first one is the default. */
  listConfigurations(): Promise<readonly string[]>;
  /** @returns the folder whose files are the trained pipeline @throws PipelineError; the signal's reason */
  train(run: TrainingRun): Promise<string>;
  /** Whether this engine trained a pipeline, of which these are the names of the files; absent: unknown. */
  hasTrained?(files: readonly string[]): boolean;
  /** Whether it makes ONNX files of models that no known engine has trained. */
  canExport(): Promise<boolean>;
  /** What other programs or sites run: an ONNX file, or an addon. @throws PipelineError; the signal's reason */
  exportModel(run: ExportRun): Promise<ExportedModel>;
}
