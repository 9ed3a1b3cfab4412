/** A built-in pipeline: its description and its function. */
import type { Feature, Group, PipeParameter, StereoCalibration, Track } from "#schemas";

import type { ParameterValues, PipelineDescription } from "../../../domain/pipeline.ts";
import type { PairSide } from "../../../ports/pipeline-engine.ts";
import type { Bounds } from "#vision/bounds";
import type { PictureReader } from "../pictures/read-pictures.ts";

/** Tracks and groups of a dataset, as in DIVE JSON. */
export interface AnnotationDocument {
  tracks: Record<string, Track>;
  groups: Record<string, Group>;
  version: 2;
}

export interface BuiltinRun {
  readonly parameters: Parameters;
  /** Frames per second. */
  readonly fps: number;
  /** The dataset's annotations; empty for a pipeline that does not read them. */
  readonly annotations: AnnotationDocument;
  /** The pictures, scaled down if a side is longer than this. */
  pictures(longestSide: number): PictureReader;
  progress(done: number, total: number, message: string): void;
  log(text: string): void;
}

export interface BuiltinPipeline {
  readonly description: PipelineDescription;
  /** Whether it modifies or uses existing annotations. */
  readonly readsAnnotations: boolean;
  /** @returns all annotations of the dataset after the run */
  run(run: BuiltinRun): Promise<AnnotationDocument>;
}

/** A pipeline that uses annotations on two calibrated cameras. */
export interface BuiltinPairPipeline {
  readonly description: PipelineDescription;
  /** @returns the new DIVE JSON of each camera */
  run(run: BuiltinPairRun): Promise<Readonly<Record<PairSide, Uint8Array>>>;
}

export interface BuiltinPairRun extends Pick<BuiltinRun, "parameters" | "progress" | "log"> {
  readonly calibration: StereoCalibration;
  /** DIVE JSON. */
  readonly annotations: Readonly<Record<PairSide, Uint8Array>>;
}

/** The parameters of a run, already validated. */
export class Parameters {
  readonly #values: ParameterValues;
  constructor(values: ParameterValues) {
    this.#values = values;
  }
  number(key: string): number {
    return Number(this.#values[key]);
  }
  flag(key: string): boolean {
    return this.#values[key] === true;
  }
  text(key: string): string {
    return String(this.#values[key] ?? "");
  }
}

export const numberParameter = (
  key: string,
  label: string,
  value: number,
  bounds: { min?: number; max?: number; step?: number },
): PipeParameter => ({ key, label, type: "number", type_props: bounds, default: value });

export const flagParameter = (key: string, label: string, value: boolean): PipeParameter => ({
  key,
  label,
  type: "boolean",
  type_props: {},
  default: value,
});

export const textParameter = (key: string, label: string, value: string): PipeParameter => ({
  key,
  label,
  type: "text",
  type_props: {},
  default: value,
  required: true,
});

/** A track with a box on each of these frames; it is interpolated between frames that are not adjacent. */
export function trackOf(
  id: number,
  type: string,
  confidence: number,
  boxes: readonly { readonly frame: number; readonly bounds: Bounds }[],
): Track {
  const features = boxes.map(({ frame, bounds }): Feature => ({
    frame,
    bounds: roundedBounds(bounds),
    keyframe: true,
    interpolate: boxes.length > 1,
    attributes: {},
  }));
  return {
    id,
    begin: boxes[0]?.frame ?? 0,
    end: boxes.at(-1)?.frame ?? 0,
    confidencePairs: [[type, Math.round(confidence * 1000) / 1000]],
    attributes: {},
    features,
  };
}

export const documentOf = (tracks: readonly Track[]): AnnotationDocument => ({
  tracks: Object.fromEntries(tracks.map((track) => [String(track.id), track])),
  groups: {},
  version: 2,
});

/** Hundredths of a pixel are finer than the eye can see. */
export const roundedBounds = ({ x1, y1, x2, y2 }: Bounds): [number, number, number, number] => [
  rounded(x1),
  rounded(y1),
  rounded(x2),
  rounded(y2),
];

const rounded = (value: number): number => Math.round(value * 100) / 100;
