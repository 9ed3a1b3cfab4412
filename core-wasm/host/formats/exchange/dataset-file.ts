/** What a writer of annotation files receives: facts of the dataset, and what the caller wants. */
import type { DiveJsonOptions, ExportFilter, ImageSize, MotOptions, ViameCsvOptions } from "../../types.ts";

export interface DatasetFacts {
  readonly type: "video" | "image-sequence" | "large-image";
  /** Annotation frames per second. */
  readonly fps: number | undefined;
  /** Names of the pictures in frame order; needed for an image sequence. */
  readonly imageNames: readonly string[];
  readonly datasetInfo: Readonly<Record<string, unknown>> | undefined;
  /** Parent type by child type. */
  readonly typeHierarchy?: Readonly<Record<string, string>>;
  /** What people call the dataset. */
  readonly name?: string;
  /** Of the pictures, in pixels; absent where it is not known or they differ. YOLO cannot be written without. */
  readonly imageSize?: ImageSize;
  /** Of each picture in frame order, where it is known: goes before `imageSize`. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/** The size of the picture of a frame, as far as it is known. */
export function imageSizeOf(
  { imageSize, imageSizes }: Pick<DatasetFacts, "imageSize" | "imageSizes">,
  frame: number,
): ImageSize | undefined {
  return imageSizes?.[frame] ?? imageSize;
}

/** Formats take what concerns them. */
export interface WriteOptions {
  readonly filter?: ExportFilter;
  /** Named in the header of a CSV when a past revision is written. */
  readonly revision?: number | undefined;
  /** C `ctime` text for the header of a CSV. Default now, in UTC. */
  readonly exportedTime?: string;
  /** Of VIAME CSV. */
  readonly dialect?: NonNullable<ViameCsvOptions["dialect"]>;
  readonly lineEnd?: NonNullable<ViameCsvOptions["lineEnd"]>;
  /** Of JSON. */
  readonly style?: NonNullable<DiveJsonOptions["style"]>;
  /** Of MOT. */
  readonly motForm?: NonNullable<MotOptions["form"]>;
  /**
   * Of MOT: names of the classes from 1 on. Default: those of the MOT Challenge. Of YOLO: from 0 on, those that are
   * written.
   */
  readonly labels?: readonly string[];
  /** Of MOT: the coordinate of the first pixel. Default 1. */
  readonly pixelOrigin?: 0 | 1;
}
