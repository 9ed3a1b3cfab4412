/** The summary of a file before it is imported. */
import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import type { InspectedTable } from "#core/formats/inspect-file";
import type { Judgment } from "#core/formats/recognize/recognized";
import type { AnnotationFormat } from "#core/types";

/** The user's choices about the file. */
export interface FileChoices {
  readonly format?: AnnotationFormat;
  readonly columns?: ColumnMapping;
  /** Column meanings chosen for an earlier table with this header. */
  readonly remembered?: (header: readonly string[]) => ColumnMapping | undefined;
}

export interface ImportPreview {
  /** Short description of the file. */
  readonly title: string;
  /** Nothing can be imported; the findings say why. */
  readonly isRefused: boolean;
  /** Missing if the file contains no annotations, like a configuration. */
  readonly counts?: {
    readonly tracks: number;
    readonly detections: number;
    readonly groups: number;
    readonly skipped: number;
  };
  /** Last frame in the file. */
  readonly lastFrame?: number;
  /** Most tracks first. */
  readonly types: readonly { readonly type: string; readonly trackCount: number }[];
  /** Omissions (errors) come first. */
  readonly findings: readonly ImportFinding[];
  readonly rate?: ImportRate;
  /** Two formats that fit equally well. */
  readonly rivals?: Judgment;
  /** For a table of boxes: its first rows, and the current meanings of its columns. */
  readonly table?: InspectedTable & { readonly columns: ColumnMapping };
  /** Sent instead of a file that the server does not recognize by name. */
  readonly converted?: File;
}

export interface ImportFinding {
  readonly severity: "warning" | "error";
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly lines: readonly number[];
}

/** Offered if the file may have been made at another frame rate than the dataset's. */
export interface ImportRate {
  /** Rate of the dataset. */
  readonly fps: number;
  /** Rate stated by the file or the video; the initial guess. */
  readonly fileFps: number;
  /** Tracks after the last frame. */
  readonly pastEndCount: number;
  /** Invisible detections are never intended, so preselect it then. */
  readonly isLikely: boolean;
  /** Converts the annotations to the dataset's rate, as a file to import instead. */
  rescale(fileFps: number): Promise<File>;
}

/** State of the inspection of a chosen file; an `Error` says why it cannot be inspected here. */
export type PreviewState = "none" | "loading" | Error | ImportPreview;

export function isPreview(state: PreviewState): state is ImportPreview {
  return typeof state === "object" && !(state instanceof Error);
}
