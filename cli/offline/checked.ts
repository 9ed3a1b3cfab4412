/** The result of checking a file. */

import type { FileKind, Judgment } from "#core/formats/recognize/recognized";
import type { Finding } from "../base/annotations/findings.ts";

export interface Checked {
  readonly path: string;
  readonly kind?: FileKind;
  /** The formats that were considered. */
  readonly judgment?: Judgment;
  readonly remarks?: readonly string[];
  readonly skipped?: string;
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Absent for files without annotations. */
  readonly counts?: {
    readonly trackCount: number;
    readonly detectionCount: number;
    readonly groupCount: number;
    readonly skippedCount: number;
  };
}

/** Whether it was read: unreadable or skipped files were not judged. */
export function isJudged({ counts, kind }: Checked): boolean {
  return counts !== undefined || kind === "dive-config";
}
