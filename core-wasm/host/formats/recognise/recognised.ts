/** What recognition says of a file: its kind, why, and what else it may be. */
import type { AnnotationFormat } from "../format-table.ts";
import type { ProposedColumns } from "./column-mapping.ts";

export type FileKind =
  /** Annotations, and what every one of these formats is called here. */
  | AnnotationFormat
  | "dive-config"
  /** Several cameras of one dataset: `multiCam.json`. */
  | "multi-camera"
  | "calibration"
  /** Values of pictures, such as place and time, by file name or frame. */
  | "frame-metadata"
  /** Names of classes, one a line. */
  | "label-list"
  /** Length, size and rate of a sequence: seqinfo.ini and its like. */
  | "sequence-info"
  /** Boxes in columns whose meanings a person has to say. */
  | "table"
  /** Two formats fit equally well. */
  | "ambiguous"
  /** Of another tool, known by name. */
  | "foreign"
  | "json-list"
  | "archive"
  | "image"
  | "video"
  | "web-page"
  | "empty"
  | "unknown";

/** Tools whose files are read as COCO, after they have been translated into it. */
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
  | "dota";

/** Of these there is a file for each picture, and a set of them is read together. */
export const fileAPicture: ReadonlySet<TranslatedTool> = new Set<TranslatedTool>(["darwin", "supervisely", "dota"]);

/** @param what with an article */
export const translatedText = (what: string): string =>
  `This is ${what}; its boxes, polygons and masks on pictures are read.`;

/** What a file may be. */
export interface Candidate {
  readonly kind: FileKind;
  /** What people call it. */
  readonly title: string;
  /** How well all that was seen fits, from 0 to 1. */
  readonly fit: number;
  /** What speaks for it: a clause. */
  readonly why: string;
}

export interface Judgement {
  readonly winner: Candidate;
  /** The next best; absent: nothing else fits. */
  readonly runnerUp?: Candidate;
}

export interface RecognisedFile {
  readonly kind: FileKind;
  /** What it is and what can be done with it, one or two sentences for people. */
  readonly message: string;
  /** Where in the text it is said. */
  readonly place?: { readonly line: number; readonly column: number };
  /** Of files that have to be weighed. */
  readonly judgement?: Judgement;
  /** Of files of other tools that are read as COCO. */
  readonly translated?: TranslatedTool;
  /** Of a table with a header: what its columns likely mean. */
  readonly columns?: ProposedColumns;
}

/** Whether a table says itself what its columns mean. */
export const isReadableTable = ({ kind, columns }: Pick<RecognisedFile, "kind" | "columns">): boolean =>
  kind === "table" && columns !== undefined && columns.doubt === undefined;

/** Of formats with a file for each picture, which one it is: files of one such format next to each other are a set. */
export function pictureSetOf({ kind, translated }: RecognisedFile): string | undefined {
  if (kind === "labelme" || kind === "voc") return kind;
  return translated !== undefined && fileAPicture.has(translated) ? translated : undefined;
}
