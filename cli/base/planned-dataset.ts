/** A dataset as an upload plans it: its files, and what stays out. */
import type { SentAnnotations } from "./sent-annotations.ts";

export interface PlannedFile {
  readonly name: string;
  readonly path: string;
  /** Of annotations that were named: what was found in them, and what is sent in their place. */
  readonly looked?: SentAnnotations["looked"];
  /** Of annotations that are a file for each picture: the paths of these files. */
  readonly parts?: readonly string[];
}

export interface PlannedDataset {
  readonly name: string;
  /** `zip`: the server finds out what is in it. */
  readonly type: "video" | "image-sequence" | "large-image" | "zip";
  /** In the order they are sent: media, then side files. */
  readonly files: readonly PlannedFile[];
  /** The files among them that hold annotations. */
  readonly annotations: readonly PlannedFile[];
  /** Files that were named or are in the same folder, and are not uploaded. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly file: string;
  readonly reason: string;
}
