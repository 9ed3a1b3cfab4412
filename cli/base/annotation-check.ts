/** A look at an annotation file before it is sent: problems are told with their line, and nothing unreadable leaves. */

import { holdsNothing, readAnnotations } from "./annotations.ts";
import { readSideFile } from "./configuration-file.ts";
import { CliError, ExitCode } from "./errors.ts";
import { formatFinding } from "./findings.ts";
import type { Finding } from "./findings.ts";
import { readInput } from "./files.ts";
import { counted, note } from "./output.ts";

const shownFindings = 20;

export interface CheckedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
  /** Rows or tracks that are broken; they are left out by the server as well. */
  readonly skippedCount: number;
}

/**
 * Reads and checks a file. What this core does not know (configurations, other formats) is left for the server to judge.
 * Throws when the file holds nothing that could be imported.
 */
export async function checkAnnotations(path: string, isQuiet: boolean): Promise<CheckedFile> {
  const bytes = await readInput(path);
  if (bytes.length > 0 && /\.ya?ml$/i.test(path)) return { path, bytes, findings: [], skippedCount: 0 };
  const file = await readAnnotations(path, bytes);
  const sideFile = file.findings[0]?.code === "json-no-tracks" ? readSideFile(path, bytes) : undefined;
  if (sideFile?.kind === "coco") return { path, bytes, findings: [], skippedCount: 0 };
  const findings = sideFile?.kind === "dataset-configuration" ? sideFile.findings : file.findings;
  const isReadable = !holdsNothing(file) || (sideFile?.kind === "dataset-configuration" && findings.length === 0);
  if (!isQuiet || !isReadable) {
    for (const finding of findings.slice(0, shownFindings)) note(formatFinding(process.stderr, finding));
    const unlisted = Math.max(findings.length, file.findingCount) - shownFindings;
    if (unlisted > 0) note(`${counted(unlisted, "more finding")}: \`wakeline validate ${path}\` lists them.`);
  }
  if (!isReadable)
    throw new CliError(ExitCode.findings, `${path} was not sent: there is no annotation in it that can be read.`);
  return { path, bytes, findings, skippedCount: file.loaded?.report.skippedCount ?? 0 };
}

/** Warnings of the server that were not told already with their place in the local file. */
export function newWarnings(warnings: readonly string[], files: readonly CheckedFile[]): string[] {
  const told = files.flatMap(({ findings }) => findings.map(({ message }) => message));
  return warnings.filter((warning) => !told.some((message) => warning.endsWith(message)));
}
