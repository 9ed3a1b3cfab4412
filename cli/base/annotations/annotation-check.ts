/** Checks an annotation file before it is sent: reports problems with their line, and refuses unreadable files. */

import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import type { FileKind } from "#core/formats/recognize/recognized";
import type { AnnotationSource } from "#core/formats/sources/source";
import type { AnnotationCore, AnnotationFormat, ReadOptions, Statistics } from "#core/types";
import { isUseless, readAnnotations } from "./annotations.ts";
import { readConfiguration } from "./configuration-file.ts";
import { CliError, ExitCode } from "../process/errors.ts";
import { formatFinding } from "./findings.ts";
import type { Finding } from "./findings.ts";
import { compressionOf, decompressWhole, nameInside } from "../files/compression.ts";
import { readInput } from "../files/files.ts";
import { folderSource, isDirectory } from "../files/folder-source.ts";
import { labelsOf, recognizeInput } from "../files/open-input.ts";
import { counted, note } from "../terminal/output.ts";
import { io } from "../terminal/io.ts";

const shownFindings = 20;

export interface CheckedFile {
  readonly path: string;
  readonly kind: FileKind;
  /** Holds the annotations; absent for a configuration. */
  readonly core?: AnnotationCore;
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
  /** Broken rows or tracks, which the server skips as well. */
  readonly skippedCount: number;
  /** A server would read the file differently, so its content must be sent as it was read here. */
  readonly isReworked: boolean;
  /** Absent for a configuration. */
  readonly statistics?: Statistics;
}

/** The format as given by the user. */
export interface NamedFormat {
  readonly from?: AnnotationFormat | undefined;
  readonly columns?: ColumnMapping | undefined;
}

type KnownOfDataset = Pick<
  ReadOptions,
  "fps" | "imageNames" | "imageSize" | "imageSizes" | "labels" | "isMeasured" | "videoNames" | "askedVideo"
> & {
  /** The files to read instead of those at the path, which is still used in messages. */
  readonly source?: AnnotationSource;
};

/**
 * Reads and checks annotations or a configuration. Throws when the file contains nothing that can be imported.
 * @param options facts about the dataset that they are for
 */
export async function checkAnnotations(
  path: string,
  isQuiet: boolean,
  options: KnownOfDataset & NamedFormat = {},
): Promise<CheckedFile> {
  const { from, source, ...known } = options;
  const named = options.columns === undefined ? from : "table";
  const isSet = source !== undefined || (await isDirectory(path));
  const stored = isSet ? undefined : await readInput(path);
  const isCompressed = stored !== undefined && compressionOf(stored) !== undefined;
  const content = stored === undefined ? (source ?? (await folderSource(path))) : await decompressWhole(stored, path);
  const input = await recognizeInput(isCompressed ? nameInside(path) : path, content, named);
  const { bytes } = input;
  const file = await readAnnotations(path, { ...input, ...(await labelsOf(path, input)) }, known);
  if (!isQuiet) for (const remark of file.remarks) note(remark);
  const isConfiguration = file.kind === "dive-config";
  const findings = isConfiguration ? readConfiguration(path, bytes).findings : file.findings;
  const isReadable = isConfiguration ? !findings.some(isError) : !isUseless(file);
  if (!isQuiet || !isReadable) {
    for (const finding of findings.slice(0, shownFindings)) note(formatFinding(io().err, finding));
    const unlisted = Math.max(findings.length, file.findingCount) - shownFindings;
    if (unlisted > 0) note(`${counted(unlisted, "more finding")}: \`wakeline validate ${path}\` lists them.`);
  }
  if (!isReadable)
    throw new CliError(ExitCode.findings, `${path} was not sent: there is no annotation in it that can be read.`);
  const { loaded } = file;
  return {
    path,
    kind: file.kind,
    bytes,
    findings,
    skippedCount: loaded?.report.skippedCount ?? 0,
    isReworked: file.isReworked || isCompressed || options.from !== undefined || options.labels !== undefined,
    ...(loaded !== undefined && { core: loaded.core, statistics: loaded.core.statistics() }),
  };
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}

/** Warnings of the server that have not been reported yet with their place in the local file. */
export function newWarnings(warnings: readonly string[], files: readonly Pick<CheckedFile, "findings">[]): string[] {
  const reported = files.flatMap(({ findings }) => findings.map(({ message }) => message));
  return warnings.filter((warning) => !reported.some((message) => warning.endsWith(message)));
}
