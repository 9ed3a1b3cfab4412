/** An annotation file, recognised for what it is and read into a core. */

import { annotationFormats, isAnnotationFormat } from "#core/formats/annotation-formats";
import { recogniseFile } from "#core/formats/recognise";
import type { FileKind } from "#core/formats/recognise";
import { CoreError } from "#core/types";
import type { AnnotationCore, AnnotationFormat, Problem, ReadOptions, ReadReport } from "#core/types";
import { openCore } from "./core.ts";
import { fileLabel, standardStream } from "./files.ts";
import { locateProblems } from "./findings.ts";
import type { Finding } from "./findings.ts";

export interface AnnotationFile {
  readonly kind: FileKind;
  /** Absent when the file could not be read at all; `findings` then says why. */
  readonly loaded?: { readonly core: AnnotationCore; readonly report: ReadReport };
  readonly findings: readonly Finding[];
  /** All findings; `findings` holds the first thousand. */
  readonly findingCount: number;
}

export interface ReadFileOptions extends ReadOptions {
  /** What the file is, instead of looking inside. */
  readonly format?: AnnotationFormat | undefined;
  /** To read into, instead of a new one. */
  readonly core?: AnnotationCore | undefined;
}

/** Every row or track is broken: no annotation file, or none that is worth anything. An empty one has nothing broken. */
export function holdsNothing({ loaded }: AnnotationFile): boolean {
  return loaded === undefined || (loaded.report.trackCount === 0 && loaded.report.skippedCount > 0);
}

/** @param path for the messages; `-` is standard input. */
export async function readAnnotations(
  path: string,
  bytes: Uint8Array,
  { format, core: given, ...options }: ReadFileOptions = {},
): Promise<AnnotationFile> {
  const file = fileLabel(path);
  const { kind, message } =
    format === undefined || bytes.length === 0
      ? recogniseFile(bytes, path === standardStream ? undefined : path)
      : { kind: format, message: "" };
  const refuse = (problem: Problem): AnnotationFile => ({
    kind,
    findings: locateProblems(file, [{ ...problem, severity: "error" }], bytes),
    findingCount: 1,
  });
  if (!isAnnotationFormat(kind)) {
    return refuse({ severity: "error", code: kind === "empty" ? "empty-file" : "not-annotations", message });
  }
  const core = given ?? (await openCore());
  try {
    const report = await annotationFormats[kind].read(core, bytes, options);
    return {
      kind,
      loaded: { core, report },
      findings: locateProblems(file, report.problems, bytes),
      findingCount: report.problemCount,
    };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return refuse(error.problem ?? { severity: "error", code: error.code, message: error.message });
  }
}
