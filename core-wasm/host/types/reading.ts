/** Reading files: what can be asked for, and what the reader says of the file. */
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
   * Replace what the core holds, or add to it with new ids. Default `replace`. A refused read leaves the core empty with
   * `replace`, and as it was with `additive`. Replacing starts a new op log; adding is one step of it, labelled
   * `import`: undoable, in the journal and in `changesSince`. New ids continue after the largest ones there have been.
   * A core holds one annotation set: importing into a set is reading into the core that holds it.
   */
  readonly mode?: "replace" | "additive";
  /** With `additive`: every type becomes `prefix_type`. */
  readonly typePrefix?: string;
  /** Of MOT: names of the classes from 1 on. Default: those of the MOT Challenge. */
  readonly labels?: readonly string[];
  /** Of MOT: the coordinate of the first pixel, 1 as the format says or 0 as some programs write. Default 1. */
  readonly pixelOrigin?: 0 | 1;
  /** Of YOLO: the size of the pictures, whose parts its numbers are. Default: what the file says. */
  readonly imageSize?: ImageSize;
  /** Of each picture in frame order, where it is known: goes before `imageSize`. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/** For files that come in pieces. */
export interface PieceReadOptions extends ReadOptions {
  /** Size of the file, when it is known: memory is then reserved once instead of growing. */
  readonly totalBytes?: number;
}

export interface ReadReport {
  readonly format: AnnotationFormat;
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  /** Rows (CSV) or tracks (JSON) that were left out because they were broken. */
  readonly skippedCount: number;
  /** The first 1000 problems; `problemCount` counts all. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** The last frame that the core has a detection on; absent when there is none. See `behindLastFrame`. */
  readonly lastFrame?: number;
  /** Frame rate named by the file, if any. */
  readonly fps?: number;
  /** `dataset_info` of the file's metadata row, if any. */
  readonly datasetInfo?: Record<string, unknown>;
  /** Parent type by child type, as the categories of a COCO file say. */
  readonly typeHierarchy?: Readonly<Record<string, string>>;
  /**
   * Names of the pictures in frame order, empty where the file names none: of VIAME CSV as they are, when no names were
   * given to read it; of COCO without folders.
   */
  readonly imageNames?: readonly string[];
  /** Of the pictures, when the file says it and all are alike: of CVAT XML and YOLO. */
  readonly imageSize?: ImageSize;
  /** By frame, as a file says it of each picture: of CVAT XML, Pascal VOC and LabelMe. */
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

/** What a COCO document says that has no column; a writer of COCO says it again. */
export interface CocoDocument {
  readonly info: Readonly<Record<string, unknown>>;
  readonly categories: readonly unknown[];
  /** The text of the list of images. */
  readonly images: Uint8Array;
  /** Of the images that can be used: place in the list, and frame. */
  readonly places: Uint32Array;
  readonly frames: Uint32Array;
}
