/** The result of recognition: the kind of a file, why, and what else it may be. */
import { type AnnotationFormat, formatTable, isAnnotationFormat, perPictureOf } from "../format-table.ts";
import type { ProposedColumns } from "./column-mapping.ts";

export type FileKind =
  /** Annotations, with the names of these formats. */
  | AnnotationFormat
  | "dive-config"
  /** Several cameras of one dataset: `multiCam.json`. */
  | "multi-camera"
  | "calibration"
  /** Values of pictures, such as place and time, by file name or frame. */
  | "frame-metadata"
  /** Names of classes, one per line. */
  | "label-list"
  /** Length, size and rate of a sequence: seqinfo.ini and similar files. */
  | "sequence-info"
  /** Boxes in columns whose meanings the user must give. */
  | "table"
  /** Two formats fit equally well. */
  | "ambiguous"
  /** A known format of another tool. */
  | "foreign"
  | "json-list"
  | "archive"
  | "image"
  | "video"
  | "web-page"
  | "empty"
  | "unknown";

/** Tools whose files are translated to COCO and then read. */
export type TranslatedTool =
  | "via2"
  | "via3"
  | "datumaro"
  | "createml"
  | "bdd"
  | "darwin"
  | "coco-results"
  | "via-csv"
  | "kitti-tracking"
  | "mots"
  | "supervisely"
  | "dota"
  | "icdar"
  | "kitti"
  | "vott"
  | "supervisely-video"
  | "via3-csv"
  | "biigle-video"
  | "sam"
  | "megadetector"
  | "fathomnet"
  | "fiftyone"
  | "labelbox"
  | "vertex"
  | "ultralytics"
  | "vatic"
  | "wider-face"
  | "habcam"
  | "youtube-vis"
  | "burst"
  | "ua-detrac"
  | "cvml"
  | "sagemaker"
  | "superannotate"
  | "cityscapes"
  | "ade20k"
  | "isat"
  | "hasty"
  | "scale"
  | "dataloop"
  | "taglab"
  | "speciesnet"
  | "darknet"
  | "coralnet"
  | "squidle"
  | "sagemaker-tracks"
  | "fiftyone-samples"
  | "hugging-face"
  | "keras-yolo"
  | "visdrone"
  | "visdrone-video"
  | "uavdt"
  | "one-object"
  | "segments"
  | "sama"
  | "kili"
  | "encord"
  | "openlabel"
  | "viper"
  | "youtube-bb"
  | "camtrap";

/** Their positions are fractions of the picture, and their files do not say how large that is. */
export const relativeTools: ReadonlySet<TranslatedTool> = new Set<TranslatedTool>([
  "megadetector",
  "speciesnet",
  "darknet",
  "squidle",
  "fiftyone",
  "fiftyone-samples",
  "vertex",
  "kili",
  "youtube-bb",
  "camtrap",
]);

/** These tools write one file per picture, and a set of them is read together. */
export const fileAPicture: ReadonlySet<TranslatedTool> = new Set<TranslatedTool>([
  "darwin",
  "supervisely",
  "dota",
  "icdar",
  "kitti",
  "vott",
  "sam",
  "superannotate",
  "cityscapes",
  "ade20k",
  "isat",
  "dataloop",
  "visdrone",
]);

/** These write lists of pictures, often one each for training and validation, which are read together. */
export const listInParts: ReadonlySet<TranslatedTool> = new Set<TranslatedTool>([
  "createml",
  "via2",
  "via-csv",
  "bdd",
  "labelbox",
  "sagemaker",
  "hasty",
  "scale",
  "coralnet",
  "hugging-face",
  "keras-yolo",
  "kili",
  "encord",
  "sama",
]);

/** Their pictures are named in a table next to the file, `media.csv`. */
export const withMediaTable: ReadonlySet<TranslatedTool> = new Set<TranslatedTool>(["camtrap"]);

/** Their classes are numbers, whose names are in a list next to the file. */
export const withClassList: ReadonlySet<TranslatedTool> = new Set<TranslatedTool>(["keras-yolo"]);

/** @param what with an article */
export const translatedText = (what: string): string =>
  `This is ${what}; its boxes, polygons, masks and points on pictures are read.`;

/** A possible format of a file. */
export interface Candidate {
  readonly kind: FileKind;
  /** Display name. */
  readonly title: string;
  /** How well everything seen fits, from 0 to 1. */
  readonly fit: number;
  /** The evidence for it, as a clause. */
  readonly why: string;
}

export interface Judgment {
  readonly winner: Candidate;
  /** The next best; absent: nothing else fits. */
  readonly runnerUp?: Candidate;
}

export interface RecognizedFile {
  readonly kind: FileKind;
  /** One or two sentences for users: the kind of the file, and what to do with it. */
  readonly message: string;
  /** The place in the text that it refers to. */
  readonly place?: { readonly line: number; readonly column: number };
  /** For files with several possible formats. */
  readonly judgment?: Judgment;
  /** For files of other tools that are read as COCO. */
  readonly translated?: TranslatedTool;
  /** For a table with a header: the likely meanings of its columns. */
  readonly columns?: ProposedColumns;
}

/** Whether a table's own header determines what its columns mean. */
export const isReadableTable = ({ kind, columns }: Pick<RecognizedFile, "kind" | "columns">): boolean =>
  kind === "table" && columns !== undefined && columns.caveat === undefined;

/** The format, if it is one with a file per picture: several such files next to each other form a set. */
export function pictureSetOf({ kind, translated }: RecognizedFile): string | undefined {
  if (perPictureOf(kind) === "whole") return kind;
  return translated !== undefined && fileAPicture.has(translated) ? translated : undefined;
}

/** The evidence for formats that identify themselves. */
const signs: Readonly<Partial<Record<FileKind, string>>> = {
  "dive-json": "it has tracks",
  coco: "it has images, annotations and categories",
  kwcoco: "it has images, annotations and categories, and says more about videos",
  "cvat-xml": "its outermost element is `annotations`",
  voc: "its outermost element is `annotation`, about one picture",
  labelme: "it has shapes and the name of a picture",
  "label-studio": "its tasks have data and annotations",
  kpf: "it is a list of packets",
  yolo: "it has text files of labels, or the names of their classes",
};

/** Why a file is what it was recognized as; `undefined` if it has no annotations. */
export function judgmentOf({ kind, judgment, translated }: RecognizedFile): Judgment | undefined {
  const why = translated === undefined ? signs[kind] : undefined;
  if (judgment !== undefined || why === undefined || !isAnnotationFormat(kind)) return judgment;
  return { winner: { kind, title: formatTable[kind].title, fit: 1, why } };
}

/** Whether the user may want the second: it fits nearly as well, and is read differently. */
export function isContested({ winner, runnerUp }: Judgment): boolean {
  if (runnerUp === undefined) return false;
  const isAlike = [winner, runnerUp].every(({ kind }) => kind === "coco" || kind === "kwcoco");
  return !isAlike && winner.fit - runnerUp.fit < 0.5;
}
