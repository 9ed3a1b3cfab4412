/** Input of a writer of annotation files: facts about the dataset, and options. */
import type { DiveJsonOptions, ExportFilter, ImageSize, MotOptions, ViameCsvOptions } from "../../types.ts";

export interface DatasetFacts {
  readonly type: "video" | "image-sequence" | "large-image";
  /** Annotation frames per second. */
  readonly fps: number | undefined;
  /** Picture names in frame order; needed for an image sequence. */
  readonly imageNames: readonly string[];
  readonly datasetInfo: Readonly<Record<string, unknown>> | undefined;
  /** Parent type by child type. */
  readonly typeHierarchy?: Readonly<Record<string, string>>;
  /** The display name of the dataset. */
  readonly name?: string;
  /** Size of the pictures in pixels; absent if unknown or not the same for all. YOLO cannot be written without it. */
  readonly imageSize?: ImageSize;
  /** Size of each picture in frame order, if known: takes precedence over `imageSize`. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/** The size of the picture of a frame, if known. */
export function imageSizeOf(
  { imageSize, imageSizes }: Pick<DatasetFacts, "imageSize" | "imageSizes">,
  frame: number,
): ImageSize | undefined {
  return imageSizes?.[frame] ?? imageSize;
}

/** Each format uses the options that concern it. */
export interface WriteOptions {
  readonly filter?: ExportFilter;
  /** Written in the header of a CSV when a past revision is exported. */
  readonly revision?: number | undefined;
  /** C `ctime` text for the header of a CSV. Default now, in UTC. */
  readonly exportedTime?: string;
  /** VIAME CSV. */
  readonly dialect?: NonNullable<ViameCsvOptions["dialect"]>;
  readonly lineEnd?: NonNullable<ViameCsvOptions["lineEnd"]>;
  /** For DIVE JSON. */
  readonly style?: NonNullable<DiveJsonOptions["style"]>;
  /** For MOT rows. */
  readonly motForm?: NonNullable<MotOptions["form"]>;
  /**
   * MOT: names of the classes from 1 on. Default: those of the MOT Challenge. YOLO: from 0 on, those that are written.
   */
  readonly labels?: readonly string[];
  /** MOT: the coordinate of the first pixel. Default 1. */
  readonly pixelOrigin?: 0 | 1;
}
