/** Input handling shared by all offline commands: an input may be unreadable, or of another kind than expected. */

import type { FileKind } from "#core/formats/recognize/recognized";
import type { AnnotationFile } from "../base/annotations/annotations.ts";
import { CliError } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import { openInput } from "../base/files/open-input.ts";
import type { Input, NamedKind } from "../base/files/open-input.ts";
import type { Finding } from "../base/annotations/findings.ts";

/** The content, or why it cannot be read. */
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

/** Kinds of files that are legitimate next to annotations. */
const neighbors: ReadonlySet<FileKind> = new Set([
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

/** Why a file found in a folder is to be ignored; `undefined`: it is not. */
export function skipReason({ kind, loaded, findings }: AnnotationFile): string | undefined {
  return loaded === undefined && neighbors.has(kind) ? findings[0]?.message : undefined;
}
