/** Writing files and rows: options, and what the format could not hold. */
import type { FrameNumber, GroupId, TrackId } from "./basics.ts";
import type { ImageSize } from "./reading.ts";

/** Data that a target format could not hold: how often, and the first example. */
export interface Loss {
  /** Stable identifier, kebab-case, for example `line-string-geometry`. */
  readonly kind: string;
  readonly count: number;
  readonly example: { readonly trackId?: number; readonly frame?: number; readonly text: string };
}

export interface WriteReport {
  /** The file, UTF-8, owned by the caller; its buffer may be larger. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly trackCount: number;
  readonly losses: readonly Loss[];
}

/**
 * A file in pieces of about a quarter of a megabyte, UTF-8; the generator returns the report. A piece is in the core's
 * memory and becomes invalid when the next one is requested: copy it to keep it. (If each had its own buffer, V8 would
 * collect its whole heap every 64 MB.) The core must not be used for anything else before the end.
 */
export type WritingPieces = Generator<Uint8Array<ArrayBuffer>, Omit<WriteReport, "bytes">, void>;

/** Which confidence pairs of a track are written; a track left without any is not written. */
export interface ExportFilter {
  /** Minimum confidence by type; `default` for the others. Absent: no threshold. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** Only these types. Absent: all. */
  readonly types?: readonly string[];
}

export interface ViameCsvOptions {
  /**
   * `dive` is byte-compatible with the export of api/v1 (CRLF, numbers as in Python); `plain` has LF and the shortest
   * numbers. Default `dive`.
   */
  readonly dialect?: "dive" | "plain";
  /** Only for `plain`: `dive` always has CR LF. Default `lf`. */
  readonly lineEnd?: "lf" | "crlf";
  /** Decides the second cell of a row: time for video, file name for an image sequence, empty otherwise. */
  readonly mediaType: "video" | "image-sequence" | "large-image";
  /** Annotation frame rate; with it, video rows carry `HH:MM:SS.ffffff` and the header an `fps` cell. */
  readonly fps?: number;
  /** Text of the header's `fps` cell if it must differ from JavaScript's (`5.0`). */
  readonly fpsText?: string;
  readonly imageNames?: readonly string[];
  readonly revision?: number;
  readonly datasetInfo?: Readonly<Record<string, unknown>>;
  /** Default `dive:python`. */
  readonly exportedBy?: string;
  /** Time of the export as C's `ctime` prints it. Default now, in UTC. */
  readonly exportedTime?: string;
  readonly filter?: ExportFilter;
}

export interface DiveJsonOptions {
  /**
   * `python` has the separators `, ` and `: ` and escapes non-ASCII, like the export of api/v1; `compact` does neither.
   * Default `python`.
   */
  readonly style?: "python" | "compact";
  /** Default: the frame rate of the document that was read; 0 for none. */
  readonly fps?: number;
  readonly filter?: ExportFilter;
}

export interface MotOptions {
  /** `ground-truth` has ids and classes (gt.txt), `detections` has neither (det.txt). Default `ground-truth`. */
  readonly form?: "ground-truth" | "detections";
  /** Names of the classes from 1 on. Default: those of the MOT Challenge. */
  readonly labels?: readonly string[];
  /** The coordinate of the first pixel, 1 according to the format or 0 as some programs expect. Default 1. */
  readonly pixelOrigin?: 0 | 1;
  readonly filter?: ExportFilter;
}

export interface CocoOptions {
  /**
   * `kwcoco` is the export of api/v1, with videos, tracks and `dive_` members; `coco` has none of these. Default
   * `kwcoco`.
   */
  readonly format?: "kwcoco" | "coco";
  /** Used in the description and as the name of the video. Default `annotations`. */
  readonly name?: string;
  /** A video has a `videos` entry, an image sequence real file names. */
  readonly mediaType: "video" | "image-sequence" | "large-image";
  /** Annotation frame rate, for the `videos` entry. */
  readonly fps?: number;
  /** Picture names in frame order; detections on later frames are left out and counted as losses. */
  readonly imageNames?: readonly string[];
  /** Size of the pictures in pixels, if it is the same for all, or of each in frame order. */
  readonly imageSize?: ImageSize;
  readonly imageSizes?: readonly (ImageSize | undefined)[];
  readonly datasetInfo?: Readonly<Record<string, unknown>>;
  /** Parent type by child type. */
  readonly typeHierarchy?: Readonly<Record<string, string>>;
  /** As in `DiveJsonOptions`. Default `python`. */
  readonly style?: "python" | "compact";
  readonly filter?: ExportFilter;
}

/** One track as the server stores it. */
export interface TrackRow {
  readonly id: TrackId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  /** Type of the best confidence pair; `undefined` when the track has none. */
  readonly label: string | undefined;
  /** Of the best pair; 0 if it has none. */
  readonly confidence: number;
  /** Square pixels of the first box in `json`. */
  readonly size: number;
  /** The track as api/v1 sends it, compact JSON. */
  readonly json: string;
}

export interface TrackRowOptions {
  /** Api/v1 has whole pixels; `exact` are the bounds in the core. Default `whole`. */
  readonly bounds?: "whole" | "exact";
}

/** One group as the server stores it. */
export interface GroupRow {
  readonly id: GroupId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  readonly label: string | undefined;
  readonly json: string;
}
