/** What all offline commands do alike with an input: it may not be readable, and it may be something else. */

import type { FileKind } from "#core/formats/recognise/recognised";
import type { AnnotationFile } from "../base/annotations.ts";
import { CliError } from "../base/errors.ts";
import { fileLabel } from "../base/files.ts";
import { openInput } from "../base/open-input.ts";
import type { Input, NamedKind } from "../base/open-input.ts";
import type { Finding } from "../base/findings.ts";

/** The content, or why there is none. */
export async function tryOpenInput(path: string, format?: NamedKind, content?: Uint8Array): Promise<Input | CliError> {
  try {
    return await openInput(path, format, content);
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

interface Unreadable {
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly findingCount: number;
}

export function unreadable(path: string, { message }: CliError): Unreadable {
  const reason = message.replace(/^cannot read .*: (?=[^:]+$)/s, "");
  const finding = { code: "file-unreadable", message: `Cannot be read: ${reason}` } as const;
  return { path, findings: [{ file: fileLabel(path), severity: "error", ...finding }], findingCount: 1 };
}

/** Kinds that are found next to annotations and are no mistake there. */
const neighbours: ReadonlySet<FileKind> = new Set([
  "archive",
  "calibration",
  "dive-config",
  "foreign",
  "frame-metadata",
  "label-list",
  "multi-camera",
  "sequence-info",
  "unknown",
] satisfies FileKind[]);

/** Why a file that was found in a folder is none of our business; `undefined`: it is. */
export function skipReason({ kind, loaded, findings }: AnnotationFile): string | undefined {
  return loaded === undefined && neighbours.has(kind) ? findings[0]?.message : undefined;
}
