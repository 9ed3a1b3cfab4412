/** A look at a file before it is imported: what it is, what it holds, and what is wrong with it. Nothing is stored. */
import { readAnnotationFile } from "./annotation-formats.ts";
import { locateInText } from "./locate-in-text.ts";
import { recogniseFile, type FileKind } from "./recognise.ts";
import { CoreError, type AnnotationCore, type ImageSize, type Problem, type ReadReport } from "../types.ts";

/** Problems of one kind. */
export interface ProblemGroup {
  readonly severity: Problem["severity"];
  readonly code: string;
  /** Of the first. */
  readonly message: string;
  /** Among those that the reader lists. */
  readonly count: number;
  /** Lines of the first ones, ascending; empty where they have none. */
  readonly lines: readonly number[];
}

export interface FileInspection {
  readonly kind: FileKind;
  /** Absent when the file holds no annotations that can be read; `problems` says why. */
  readonly report?: ReadReport;
  /** What the file is, when it holds none at all. */
  readonly message: string;
  /** Types by how many tracks they have, most first. */
  readonly types: readonly { readonly type: string; readonly trackCount: number }[];
  /** Tracks that reach behind the last frame. */
  readonly behindCount: number;
  /** Errors first, which leave something out. */
  readonly problems: readonly ProblemGroup[];
}

export interface InspectOptions {
  readonly name: string;
  /** Names of the dataset's pictures. */
  readonly imageNames?: readonly string[];
  /** Frames of the dataset, when they are known. */
  readonly frameCount?: number;
  /** Of the dataset's pictures. */
  readonly imageSize?: ImageSize;
}

const mostLines = 5;

/** Reads the file into the core, as an import would. */
export async function inspectFile(
  core: AnnotationCore,
  bytes: Uint8Array,
  { name, imageNames = [], frameCount, imageSize }: InspectOptions,
): Promise<FileInspection> {
  const { kind, message } = recogniseFile(bytes, name);
  const nothing = { kind, message, types: [], behindCount: 0 };
  if (kind === "dive-config") return { ...nothing, problems: [] };
  try {
    const report = await readAnnotationFile(core, bytes, {
      name,
      wholePixels: true,
      ...(imageSize !== undefined && { imageSize }),
      ...(imageNames.length > 0 && { imageNames }),
    });
    const doubts = core.findDoubts(frameCount === undefined ? {} : { frameCount });
    const types = core.typeCounts().toSorted((a, b) => b.trackCount - a.trackCount);
    return {
      kind,
      report,
      message,
      types,
      behindCount: frameCount === undefined ? 0 : core.trackSpans().ends.filter((end) => end >= frameCount).length,
      problems: groupProblems([...locateInText(report.problems, bytes), ...doubts]),
    };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const problem = error.problem ?? { severity: "error" as const, code: error.code, message: error.message };
    return { ...nothing, problems: groupProblems(locateInText([{ ...problem, severity: "error" }], bytes)) };
  }
}

function groupProblems(problems: readonly Problem[]): readonly ProblemGroup[] {
  const groups = [...Map.groupBy(problems, ({ code }) => code).values()].map((group): ProblemGroup => {
    const [{ severity, code, message }] = group as [Problem];
    const lines = [...new Set(group.flatMap(({ line }) => line ?? []))].toSorted((a, b) => a - b);
    return { severity, code, message, count: group.length, lines: lines.slice(0, mostLines) };
  });
  return groups.toSorted((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
}
