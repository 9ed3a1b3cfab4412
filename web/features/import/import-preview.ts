/** The summary of a file before it is imported. */
import type { ColumnMapping } from "#core/formats/recognise/column-mapping";
import type { InspectedTable } from "#core/formats/inspect-file";
import type { Judgement } from "#core/formats/recognise/recognised";
import type { AnnotationFormat } from "#core/types";

/** What a person says about the file. */
export interface SaidOfFile {
  readonly format?: AnnotationFormat;
  readonly columns?: ColumnMapping;
  /** What was said of another table with this header. */
  readonly remembered?: (header: readonly string[]) => ColumnMapping | undefined;
}

export interface ImportPreview {
  /** What the file is, in a few words. */
  readonly title: string;
  /** Nothing of it can be imported; the findings say why. */
  readonly isRefused: boolean;
  /** Absent where the file holds no annotations, as a configuration. */
  readonly counts?: {
    readonly tracks: number;
    readonly detections: number;
    readonly groups: number;
    readonly skipped: number;
  };
  /** Of what is in the file. */
  readonly lastFrame?: number;
  /** Most tracks first. */
  readonly types: readonly { readonly type: string; readonly trackCount: number }[];
  /** What is left out (errors) comes first. */
  readonly findings: readonly ImportFinding[];
  readonly rate?: ImportRate;
  /** Two formats that fit equally well. */
  readonly rivals?: Judgement;
  /** Of a table of boxes: what it looks like, and what its columns mean so far. */
  readonly table?: InspectedTable & { readonly columns: ColumnMapping };
  /** What is sent in the place of a file that the server does not read by its name. */
  readonly converted?: File;
}

export interface ImportFinding {
  readonly severity: "warning" | "error";
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly lines: readonly number[];
}

/** Offered where the file was perhaps made at another frame rate than the dataset has. */
export interface ImportRate {
  /** Of the dataset. */
  readonly fps: number;
  /** What the file says, or the video; the first guess. */
  readonly fileFps: number;
  /** Tracks after the last frame. */
  readonly behindCount: number;
  /** Detections that cannot be seen are never intended: selected at first. */
  readonly isLikely: boolean;
  /** The same annotations at the dataset's rate, as a file to import in the place of this one. */
  rescale(fileFps: number): Promise<File>;
}

/** How far the look at a chosen file is; an `Error` says why it cannot be looked into here. */
export type PreviewState = "none" | "loading" | Error | ImportPreview;

export function isPreview(state: PreviewState): state is ImportPreview {
  return typeof state === "object" && !(state instanceof Error);
}
