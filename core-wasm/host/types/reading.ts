/** Reading files: options, and the reader's report. */
import type { AnnotationFormat } from "../formats/format-table.ts";
import type { Problem } from "./problems.ts";

export type { AnnotationFormat };

/** Pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface ReadOptions {
  /** Refuse the whole input at the first error instead of skipping the broken row or track. Default false. */
  readonly strict?: boolean;
  /** Names of the dataset's pictures in frame order: rows are matched to frames by name (basename without extension). */
  readonly imageNames?: readonly string[];
  /**
   * Replace the contents of the core, or add to them with new ids. Default `replace`. A refused read leaves the core
   * empty with `replace`, and unchanged with `additive`. Replacing starts a new op log; adding is one step of it,
   * labeled `import`: undoable, in the journal and in `changesSince`. New ids continue after the largest ones used. A
   * core holds one annotation set: to import into a set, read into the core that holds it.
   */
  readonly mode?: "replace" | "additive";
  /** With `additive`: every type becomes `prefix_type`. */
  readonly typePrefix?: string;
  /** MOT: names of the classes from 1 on. Default: those of the MOT Challenge. */
  readonly labels?: readonly string[];
  /** MOT: the coordinate of the first pixel, 1 according to the format or 0 in some programs. Default 1. */
  readonly pixelOrigin?: 0 | 1;
  /** YOLO: the size of the pictures, since its coordinates are fractions of it. Default: as given in the file. */
  readonly imageSize?: ImageSize;
  /** Frames a second of the dataset: tables that say times instead of frames need it. */
  readonly fps?: number;
  /** Names that the dataset's video may have, the likeliest first: of a file about several videos, that one is read. */
  readonly videoNames?: readonly string[];
  /** The one of them that the user gave: a warning says if no video has it. */
  readonly askedVideo?: string | undefined;
  /** `imageSize` is that of the dataset's video, and not only for files that state none. Default false. */
  readonly isMeasured?: boolean;
  /** Size of each picture in frame order, if known: takes precedence over `imageSize`. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/** For files that arrive in pieces. */
export interface PieceReadOptions extends ReadOptions {
  /** Size of the file, if known: memory is then reserved once instead of growing. */
  readonly totalBytes?: number;
}

export interface ReadReport {
  /** Members that were taken for others of the format. */
  readonly renamedMembers?: readonly string[];
  readonly format: AnnotationFormat;
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  /** Rows (CSV) or tracks (JSON) skipped because they were broken. */
  readonly skippedCount: number;
  /** The first 1000 problems; `problemCount` counts all. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** The last frame with a detection in the core; absent if none exists. See `pastLastFrameProblems`. */
  readonly lastFrame?: number;
  /** Frame rate given in the file, if any. */
  readonly fps?: number;
  /** `dataset_info` of the file's metadata row, if any. */
  readonly datasetInfo?: Record<string, unknown>;
  /** Parent type by child type, as in the categories of a COCO file. */
  readonly typeHierarchy?: Readonly<Record<string, string>>;
  /**
   * Picture names in frame order, empty where the file has none. VIAME CSV: unchanged, if no names were passed to the
   * reader; COCO: without folders.
   */
  readonly imageNames?: readonly string[];
  /** Size of the pictures, if the file gives it and it is the same for all: CVAT XML and YOLO. */
  readonly imageSize?: ImageSize;
  /** Size by frame, if the file gives it for each picture: CVAT XML, Pascal VOC and LabelMe. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
  /** Attribute definitions derived from the values (api-v1 21.2), by key. */
  readonly attributes: Readonly<Record<string, DerivedAttribute>>;
}

export interface DerivedAttribute {
  readonly key: string;
  readonly name: string;
  readonly belongs: "track" | "detection";
  readonly datatype: "number" | "boolean" | "text";
  readonly values?: readonly string[];
}

/** Data of a COCO document that have no column; COCO writers write them again. */
export interface CocoDocument {
  readonly info: Readonly<Record<string, unknown>>;
  readonly categories: readonly unknown[];
  /** The text of the list of images. */
  readonly images: Uint8Array;
  /** For each usable image: index in the list, and frame. */
  readonly places: Uint32Array;
  readonly frames: Uint32Array;
}
