/** Reads whole documents for commands that need several at once, each into its own core. */

import type { FileKind } from "#core/formats/recognize/recognized";
import type { AnnotationCore, AnnotationFormat, ReadReport } from "#core/types";
import { isUseless, readAnnotations } from "../base/annotations/annotations.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { fileLabel, standardStream } from "../base/files/files.ts";
import { openInput } from "../base/files/open-input.ts";
import { FindingsPrinter } from "./ledger.ts";

export interface Document {
  readonly path: string;
  readonly kind: FileKind;
  readonly core: AnnotationCore;
  readonly report: ReadReport;
}

export interface ReadDocumentOptions {
  readonly from?: AnnotationFormat | undefined;
  readonly imageNames?: readonly string[] | undefined;
}

/**
 * Reads documents and prints their problems; broken rows and tracks are skipped. Throws when one of them contains no
 * annotations.
 */
export async function readDocuments(
  paths: readonly string[],
  { from, imageNames }: ReadDocumentOptions,
): Promise<Document[]> {
  if (paths.filter((path) => path === standardStream).length > 1)
    throw usageError("`-` is standard input and can be named once.");
  const printer = new FindingsPrinter();
  const documents: Document[] = [];
  for (const path of paths) {
    const input = await openInput(path, from);
    const file = await readAnnotations(path, input, imageNames === undefined ? {} : { imageNames });
    printer.print(file);
    if (file.loaded === undefined || isUseless(file)) {
      throw new CliError(ExitCode.findings, `${fileLabel(path)} holds no annotations that can be read.`);
    }
    documents.push({ path, kind: file.kind, ...file.loaded });
  }
  printer.end();
  return documents;
}
