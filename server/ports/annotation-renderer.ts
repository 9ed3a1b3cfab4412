/** Draws annotations into copies of media. It gets files and leaves files, and knows nothing about datasets or rights. */
import type { Meta } from "../domain/meta.ts";
import type { PipelineMedia } from "./pipeline-engine.ts";

export interface RenderedCamera {
  readonly media: PipelineMedia;
  /** Frames per second of the annotations. */
  readonly fps: number;
  /** The tracks, as a JSON array of stored records. */
  readonly tracks: string;
  /** By type, as stored with the dataset; any client may have written them. */
  readonly styles: Meta;
  /** The least confidence by type, as stored with the dataset. */
  readonly thresholds: Readonly<Record<string, number>>;
}

export interface Rendering {
  /** Several are shown next to each other. */
  readonly cameras: readonly RenderedCamera[];
  readonly labels: "none" | "types" | "ids";
  readonly boxes: boolean;
  /** Frames before the current one that a track's path is drawn for; 0: none. */
  readonly tailFrames: number;
  /** Only these; absent: all. */
  readonly types?: readonly string[];
  /** The first and the last; absent: all. */
  readonly frames?: readonly [number, number];
  /** Keep the sound of a video. */
  readonly sound: boolean;
  /** The video to write, whose ending says how it is encoded; or an empty folder for a PNG of each frame. */
  readonly target: string;
  /** Empty, and used by this rendering only. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** @param total 0 when unknown */
  progress(done: number, total: number, message: string): void;
}

/** The result, counted. */
export interface RenderedCounts {
  readonly frames: number;
  readonly detections: number;
  /** Media that could not be decoded, as sentences. */
  readonly problems: readonly string[];
  /** Sentences about parts that the result has not, or has in another form. */
  readonly notes: readonly string[];
}

export interface AnnotationRenderer {
  /** @throws PipelineError; the signal's reason */
  render(rendering: Rendering): Promise<RenderedCounts>;
}
