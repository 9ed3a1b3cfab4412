/** A look at an annotation file before it is sent: problems are told with their line, and nothing unreadable leaves. */

import { detectFormat, readAnnotations } from "./annotations.ts";
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
}

/**
 * Reads and checks a file. What this core does not know (configurations, other formats) is left for the server to judge.
 * Throws when the file holds no annotations that could be read.
 */
export async function checkAnnotations(path: string, isQuiet: boolean): Promise<CheckedFile> {
  const bytes = await readInput(path);
  const unchecked: CheckedFile = { path, bytes, findings: [] };
  if (bytes.length > 0 && (/\.ya?ml$/i.test(path) || isForeignJson(bytes))) return unchecked;
  const { loaded, findings, findingCount } = await readAnnotations(path, bytes);
  if (!isQuiet || loaded === undefined) {
    for (const finding of findings.slice(0, shownFindings)) note(formatFinding(process.stderr, finding));
    if (findingCount > shownFindings) {
      note(`${counted(findingCount - shownFindings, "more finding")}: \`wakeline validate ${path}\` lists them.`);
    }
  }
  if (loaded === undefined)
    throw new CliError(ExitCode.findings, `${path} was not sent: it cannot be read as annotations.`);
  return { path, bytes, findings };
}

/** A JSON object without tracks: a configuration, a COCO file, or something that the server will refuse by name. */
function isForeignJson(bytes: Uint8Array): boolean {
  if (detectFormat(bytes) !== "dive-json") return false;
  try {
    const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof document === "object" && document !== null && !("tracks" in document);
  } catch {
    // Broken JSON: the core says where.
    return false;
  }
}
