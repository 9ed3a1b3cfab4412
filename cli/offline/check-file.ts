/** Checks one file: annotations, or the configuration of a dataset. */

import type { ColumnMapping } from "#core/formats/recognise/column-mapping";
import type { FileKind, Judgement } from "#core/formats/recognise/recognise";
import type { AnnotationCore } from "#core/types";
import { readAnnotations } from "../base/annotations.ts";
import type { OnBytes } from "../base/annotations.ts";
import { CliError } from "../base/errors.ts";
import { fileLabel } from "../base/files.ts";
import type { Finding } from "../base/findings.ts";
import type { NamedKind } from "../base/open-input.ts";
import { skipReason, tryOpenInput, unreadable } from "./input-file.ts";

export interface CheckJob {
  readonly path: string;
  readonly isFound: boolean;
  readonly from?: NamedKind | undefined;
  /** What the columns of a table mean. */
  readonly columns?: ColumnMapping | undefined;
  /** Which doubts are reported in addition to the usual ones. */
  readonly doubts?: Parameters<AnnotationCore["findDoubts"]>[0];
}

export interface Checked {
  readonly path: string;
  readonly kind?: FileKind;
  /** What the file was weighed against. */
  readonly judgement?: Judgement;
  readonly remarks?: readonly string[];
  readonly skipped?: string;
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Absent for what holds no annotations. */
  readonly counts?: {
    readonly trackCount: number;
    readonly detectionCount: number;
    readonly groupCount: number;
    readonly skippedCount: number;
  };
}

/** Rows of YOLO are right or wrong whatever the size of the picture is. */
const anySize = { width: 1000, height: 1000 };

export async function checkFile(
  { path, isFound, from, columns, doubts: asked }: CheckJob,
  core: AnnotationCore,
  onBytes?: OnBytes,
): Promise<Checked> {
  const input = await tryOpenInput(path, from);
  if (input instanceof CliError) return unreadable(path, input);
  const file = await readAnnotations(path, input, { core, onBytes, columns, imageSize: anySize });
  const { kind, loaded, findings, findingCount, judgement, remarks } = file;
  const facts = { path, kind, remarks, ...(judgement !== undefined && { judgement }) };
  if (kind === "dive-config") {
    // Loaded only here: the schemas are large.
    const { readConfiguration } = await import("../base/configuration-file.ts");
    const found = readConfiguration(fileLabel(path), input.bytes).findings;
    return { path, kind, findings: found, findingCount: found.length };
  }
  const skipped = isFound ? skipReason(file) : undefined;
  if (skipped !== undefined) return { ...facts, skipped, findings: [], findingCount: 0 };
  if (loaded === undefined) return { ...facts, findings, findingCount };
  const { trackCount, detectionCount, groupCount, skippedCount } = loaded.report;
  const doubts = loaded.core.findDoubts(asked).map((problem) => ({ file: fileLabel(path), ...problem }));
  const all = [...findings, ...doubts];
  return {
    ...facts,
    findings: all,
    findingCount: findingCount + doubts.length,
    counts: { trackCount, detectionCount, groupCount, skippedCount },
  };
}
