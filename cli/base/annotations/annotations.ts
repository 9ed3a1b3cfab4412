/** An annotation file, read into a core. */

import { annotationFormats, readAnnotationFile } from "#core/formats/annotation-formats";
import { isAnnotationFormat } from "#core/formats/format-table";
import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import type { FileKind, Judgment } from "#core/formats/recognize/recognized";
import { findMisnamedMembers } from "#core/formats/recognize/member-names";
import { CoreError } from "#core/types";
import type { AnnotationCore, Problem, ReadOptions, ReadReport } from "#core/types";
import { openCore } from "./core.ts";
import { fileLabel } from "../files/files.ts";
import { locateProblems } from "./findings.ts";
import type { Finding } from "./findings.ts";
import { isDirectory } from "../files/folder-source.ts";
import { interrupted } from "../process/interrupt.ts";
import { refusalCode } from "../../library/refusals.ts";
import type { Input } from "../files/open-input.ts";

export interface AnnotationFile {
  readonly kind: FileKind;
  readonly judgment?: Judgment;
  /** Messages about information taken from other files. */
  readonly remarks: readonly string[];
  /** Read with information that only this command has, so that a server would read the file differently. */
  readonly isReworked: boolean;
  /** Absent when the file could not be read; `findings` then says why. */
  readonly loaded?: { readonly core: AnnotationCore; readonly report: ReadReport };
  readonly findings: readonly Finding[];
  /** Number of all findings; `findings` has the first thousand. */
  readonly findingCount: number;
}

/** Called while a large file is read, with the number of bytes read so far. */
export type OnBytes = (done: number) => void;

export interface ReadInputOptions extends ReadOptions {
  readonly onBytes?: OnBytes | undefined;
  /** The core to read into, instead of a new one. */
  readonly core?: AnnotationCore | undefined;
  /** Meaning of a table's columns. */
  readonly columns?: ColumnMapping | undefined;
}

/** Every row or track is broken, so the file is useless. In an empty file nothing is broken. */
export function isUseless({ loaded }: AnnotationFile): boolean {
  return loaded === undefined || (loaded.report.trackCount === 0 && loaded.report.skippedCount > 0);
}

/** @param path for messages; `-` is standard input. */
export async function readAnnotations(
  path: string,
  input: Input,
  { core: given, onBytes, columns, ...rest }: ReadInputOptions = {},
): Promise<AnnotationFile> {
  const file = fileLabel(path);
  const { kind, message, bytes, judgment, labels } = input;
  const isMapped = kind === "table" && (columns ?? input.isMapped) !== undefined;
  const isNamed = labels !== undefined && rest.labels === undefined;
  const options = isNamed ? { ...rest, labels: labels.names } : rest;
  const facts = {
    kind,
    ...(judgment !== undefined && { judgment }),
    remarks: isNamed ? [`Classes of ${file} are called as in ${labels.path}; --labels names another list.`] : [],
    isReworked: isMapped || isNamed,
  };
  const refuse = (problem: Problem): AnnotationFile => {
    const misnamed = findMisnamedMembers(bytes, kind);
    return {
      ...facts,
      findings: locateProblems(file, [{ ...problem, severity: "error" }, ...misnamed], bytes),
      findingCount: 1 + misnamed.length,
    };
  };
  if (!isAnnotationFormat(kind) && !isMapped) {
    return refuse({ severity: "error", code: refusalCode(kind), message, ...input.place });
  }
  const core = given ?? (await openCore());
  try {
    const read = async (): Promise<ReadReport> => {
      if (input.rest !== undefined) return readPieces(core, input, input.rest, options, onBytes);
      if (isAnnotationFormat(kind)) return annotationFormats[kind].read(core, input.source ?? bytes, options);
      return readAnnotationFile(core, input.source ?? bytes, { ...options, ...(columns !== undefined && { columns }) });
    };
    const report = await read();
    const notTaken = findMisnamedMembers(bytes, kind, report.renamedMembers);
    return {
      ...facts,
      loaded: { core, report },
      findings: locateProblems(file, [...report.problems, ...notTaken], bytes, await isDirectory(path)),
      findingCount: report.problemCount + notTaken.length,
    };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return refuse(error.problem ?? { severity: "error", code: error.code, message: error.message });
  }
}

async function readPieces(
  core: AnnotationCore,
  { kind, bytes, totalBytes }: Input,
  rest: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  onBytes?: OnBytes,
): Promise<ReadReport> {
  const isJson = kind === "dive-json";
  const push = (piece: Uint8Array): void =>
    isJson ? core.reader.pushDiveJson(piece) : core.reader.pushViameCsv(piece);
  const pieceOptions = { ...options, ...(totalBytes !== undefined && { totalBytes }) };
  if (isJson) core.reader.beginDiveJson(pieceOptions);
  else core.reader.beginViameCsv(pieceOptions);
  push(bytes);
  let done = bytes.byteLength;
  for await (const piece of rest) {
    interrupted.throwIfAborted();
    push(piece);
    done += piece.byteLength;
    onBytes?.(done);
  }
  return isJson ? core.reader.endDiveJson() : core.reader.endViameCsv();
}
