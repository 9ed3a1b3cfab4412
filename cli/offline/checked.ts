/** What is known of a file that was checked. */

import type { FileKind, Judgement } from "#core/formats/recognise/recognised";
import type { Finding } from "../base/findings.ts";

export interface Checked {
  readonly path: string;
  readonly kind?: FileKind;
  /** What the file was weighed against. */
  readonly judgement?: Judgement;
  readonly remarks?: readonly string[];
  readonly skipped?: string;
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Absent for what holds no annotations. */
  readonly counts?: {
    readonly trackCount: number;
    readonly detectionCount: number;
    readonly groupCount: number;
    readonly skippedCount: number;
  };
}

/** Whether it was read: what could not be read, or was passed over, was not judged either. */
export function isJudged({ counts, kind }: Checked): boolean {
  return counts !== undefined || kind === "dive-config";
}
