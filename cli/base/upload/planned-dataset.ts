/** A dataset as planned by an upload: its files, and the files left out. */
import type { SentAnnotations } from "../annotations/sent-annotations.ts";

export interface PlannedFile {
  readonly name: string;
  readonly path: string;
  /** For named annotations: the findings in them, and the annotations sent instead. */
  readonly inspected?: SentAnnotations["inspected"];
  /** For annotations with one file per picture: the paths of these files. */
  readonly parts?: readonly string[];
}

export interface PlannedDataset {
  readonly name: string;
  /** `zip`: the server determines the content. */
  readonly type: "video" | "image-sequence" | "large-image" | "zip";
  /** In sending order: media, then side files. */
  readonly files: readonly PlannedFile[];
  /** The annotation files among them. */
  readonly annotations: readonly PlannedFile[];
  /** Files that were named or are in the same folder, but are not uploaded. */
  readonly leftOut: readonly SkippedFile[];
}

/** One camera of a dataset with several; its name is that of the camera. */
export type CameraDataset = PlannedDataset & { readonly type: Exclude<PlannedDataset["type"], "zip"> };

/** Names of the folders below that of `--to`, outermost first. */
export type Place = readonly string[];

export interface PlacedDataset extends PlannedDataset {
  readonly place: Place;
  /** For a dataset with several cameras: all of its files are theirs, and its type is that of each camera. */
  readonly cameras?: readonly CameraDataset[];
}

export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}
