/**
 * Inspects a file before it is imported: its format, its contents and its problems. Nothing is stored.
 */
import { annotationFormats, readAnnotationFile } from "./annotation-formats.ts";
import type { ColumnMapping, ProposedColumns } from "./recognize/column-mapping.ts";
import { isAnnotationFormat } from "./format-table.ts";
import { locateInText } from "./text/locate-in-text.ts";
import { findMisnamedMembers } from "./recognize/member-names.ts";
import { recognizeFile } from "./recognize/recognize.ts";
import { isContested, type FileKind, type Judgment } from "./recognize/recognized.ts";
import { recognizeContent } from "./recognize/recognize-source.ts";
import type { AnnotationSource, SourceContent } from "./sources/source.ts";
import { tableOfJson } from "./text/json-table.ts";
import { readTable } from "./text/table-text.ts";
import {
  CoreError,
  type AnnotationCore,
  type AnnotationFormat,
  type ImageSize,
  type Problem,
  type ReadReport,
} from "../types.ts";

/** Problems of one kind. */
export interface ProblemGroup {
  readonly severity: Problem["severity"];
  readonly code: string;
  /** The message of the first one. */
  readonly message: string;
  /** Among those listed by the reader. */
  readonly count: number;
  /** Lines of the first ones, ascending; empty if they have none. */
  readonly lines: readonly number[];
}

export interface FileInspection {
  readonly kind: FileKind;
  /** Absent when the file has no readable annotations; `problems` says why. */
  readonly report?: ReadReport;
  /** The kind of a file that has no annotations. */
  readonly message: string;
  /** Types by number of tracks, most frequent first. */
  readonly types: readonly { readonly type: string; readonly trackCount: number }[];
  /** Tracks that extend past the last frame. */
  readonly pastEndCount: number;
  /** Errors first, which cause something to be skipped. */
  readonly problems: readonly ProblemGroup[];
  /** The candidates considered, if more than one format fits. */
  readonly judgment?: Judgment;
  /** For a table of boxes: its first rows, and the likely meanings of its columns. */
  readonly table?: InspectedTable;
}

export interface InspectedTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly columns?: ProposedColumns;
}

export interface InspectOptions {
  /** The format given by the user, instead of detecting it. */
  readonly format?: AnnotationFormat;
  /** The meanings of a table's columns given by the user. */
  readonly columns?: ColumnMapping;
  readonly name: string;
  /** Names of the dataset's pictures. */
  readonly imageNames?: readonly string[];
  /** Number of frames of the dataset, if known. */
  readonly frameCount?: number;
  /** Size of the dataset's pictures. */
  readonly imageSize?: ImageSize;
  /** Size of each of its pictures, if known. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
  /** Names that its video may have. */
  readonly videoNames?: readonly string[];
  /** Frame rate of the dataset, for times. */
  readonly fps?: number;
}

const maxLines = 5;

/** Reads the file or the set of files into the core, as an import would. */
export async function inspectFile(
  core: AnnotationCore,
  content: SourceContent,
  options: InspectOptions,
): Promise<FileInspection> {
  const { name, imageNames = [], frameCount, imageSize, imageSizes, videoNames, fps, format, columns } = options;
  const recognized = await recognizeContent(content, name).catch((error: unknown) =>
    refusedContent(content, name, error),
  );
  const { message, source } = recognized;
  const kind = format ?? recognized.kind;
  if (source === undefined) return { kind, message, types: [], pastEndCount: 0, problems: recognized.problems };
  const bytes = await textOf(source, recognized.kind);
  const weighed = "judgment" in recognized ? recognized.judgment : undefined;
  const summary = {
    kind,
    message,
    ...(weighed !== undefined && isContested(weighed) && { judgment: weighed }),
    ...(recognized.kind === "table" && { table: tableIn(bytes, recognized.columns) }),
  };
  const nothing = { ...summary, types: [], pastEndCount: 0 };
  if (kind === "dive-config") return { ...nothing, problems: [] };
  try {
    const known = {
      ...(imageSize !== undefined && { imageSize }),
      ...(imageSizes !== undefined && { imageSizes }),
      ...(videoNames !== undefined && { videoNames, isMeasured: true }),
      ...(fps !== undefined && { fps }),
      ...(imageNames.length > 0 && { imageNames }),
    };
    const read = async (): Promise<ReadReport> => {
      if (columns !== undefined) return await readAnnotationFile(core, source, { ...known, columns });
      if (isAnnotationFormat(kind)) return await annotationFormats[kind].read(core, source, known);
      throw new CoreError(kind === "empty" ? "empty-file" : "not-annotations", message);
    };
    const report = await read();
    const misnamed = findMisnamedMembers(bytes, kind, report.renamedMembers);
    const issues = core.findIssues(frameCount === undefined ? {} : { frameCount });
    const types = core.shown.typeCounts().toSorted((a, b) => b.trackCount - a.trackCount);
    return {
      ...summary,
      report,
      types,
      pastEndCount:
        frameCount === undefined ? 0 : core.shown.trackSpans().ends.filter((end) => end >= frameCount).length,
      problems: groupProblems([...locateInText([...report.problems, ...misnamed], bytes), ...issues]),
    };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const problem = error.problem ?? { severity: "error" as const, code: error.code, message: error.message };
    return {
      ...nothing,
      problems: groupProblems(
        locateInText([{ ...problem, severity: "error" }, ...findMisnamedMembers(bytes, kind)], bytes),
      ),
    };
  }
}

const shownBytes = 64 * 1024;
const shownRows = 3;

function tableIn(bytes: Uint8Array, columns: ProposedColumns | undefined): InspectedTable {
  const text = new TextDecoder().decode(bytes.subarray(0, shownBytes));
  const { rows } = readTable(tableOfJson(text, bytes.length > shownBytes) ?? text);
  const [first, ...others] = rows.map(({ cells }) => cells);
  const isNamed =
    columns !== undefined && Object.values(columns.columns).every((column) => !/^(\d+|line)$/.test(column));
  const header = isNamed ? (first ?? []) : (first ?? []).map((_, at) => String(at + 1));
  const shown = isNamed || first === undefined ? others : [first, ...others];
  return { header, rows: shown.slice(0, shownRows), ...(columns !== undefined && { columns }) };
}

/** For an archive that cannot be opened. */
function refusedContent(content: SourceContent, name: string, error: unknown) {
  if (!(error instanceof CoreError) || !(content instanceof Uint8Array)) throw error;
  const problem = error.problem ?? { severity: "error" as const, code: error.code, message: error.message };
  return { ...recognizeFile(content, name), source: undefined, problems: groupProblems([problem]) };
}

/** The text in which problems are located; for a set of files, problems name the file. A table may have companions. */
async function textOf(source: AnnotationSource, kind: string): Promise<Uint8Array> {
  const [first, ...others] = source.files();
  return first === undefined || (others.length > 0 && kind !== "table") ? new Uint8Array() : await first.read();
}

function groupProblems(problems: readonly Problem[]): readonly ProblemGroup[] {
  const groups = [...Map.groupBy(problems, ({ code }) => code).values()].map((group): ProblemGroup => {
    const [{ severity, code, message }] = group as [Problem];
    const lines = [...new Set(group.flatMap(({ line }) => line ?? []))].toSorted((a, b) => a - b);
    return { severity, code, message, count: group.length, lines: lines.slice(0, maxLines) };
  });
  return groups.toSorted((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
}
