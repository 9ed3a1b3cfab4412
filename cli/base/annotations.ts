/** An annotation file, read into a core of its own. */

import { CoreError } from "#core/types";
import type { AnnotationCore, AnnotationFormat, Problem, ReadOptions, ReadReport } from "#core/types";
import { openCore } from "./core.ts";
import { fileLabel } from "./files.ts";
import { locateProblems } from "./findings.ts";
import type { Finding } from "./findings.ts";

export interface AnnotationFile {
  readonly format: AnnotationFormat;
  /** Absent when the file could not be read at all; `findings` then says why. */
  readonly loaded?: { readonly core: AnnotationCore; readonly report: ReadReport };
  readonly findings: readonly Finding[];
  /** All findings; `findings` holds the first thousand. */
  readonly findingCount: number;
}

/** Byte order marks, the zeros of UTF-16, and white space. */
const beforeText = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00, 0x09, 0x0a, 0x0d, 0x20]);

/** JSON when the first character is a bracket, CSV otherwise: content decides, since names lie and stdin has none. */
export function detectFormat(bytes: Uint8Array): AnnotationFormat {
  const first = bytes.find((byte) => !beforeText.has(byte));
  return first === 0x7b || first === 0x5b ? "dive-json" : "viame-csv";
}

/** Every row or track is broken: no annotation file, or none that is worth anything. An empty one has nothing broken. */
export function holdsNothing({ loaded }: AnnotationFile): boolean {
  return loaded === undefined || (loaded.report.trackCount === 0 && loaded.report.skippedCount > 0);
}

/** @param path for the messages; `-` is standard input. */
export async function readAnnotations(
  path: string,
  bytes: Uint8Array,
  format: AnnotationFormat = detectFormat(bytes),
  options: ReadOptions = {},
): Promise<AnnotationFile> {
  const file = fileLabel(path);
  const refuse = (problem: Problem): AnnotationFile => ({
    format,
    findings: locateProblems(file, [{ ...problem, severity: "error" }], bytes),
    findingCount: 1,
  });
  if (bytes.length === 0) {
    return refuse({ severity: "error", code: "file-empty", message: "The file is empty (0 bytes)." });
  }
  const core = await openCore();
  try {
    const report = format === "viame-csv" ? core.readViameCsv(bytes, options) : core.readDiveJson(bytes, options);
    return {
      format,
      loaded: { core, report },
      findings: locateProblems(file, report.problems, bytes),
      findingCount: report.problemCount,
    };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return refuse(error.problem ?? { severity: "error", code: error.code, message: error.message });
  }
}
