/** Statistics of one file. */

import type { FileKind } from "#core/formats/recognize/recognized";
import type { AnnotationCore, AnnotationFormat, Statistics } from "#core/types";
import { isUseless, readAnnotations } from "../base/annotations/annotations.ts";
import type { OnBytes } from "../base/annotations/annotations.ts";
import { CliError } from "../base/process/errors.ts";
import type { Finding } from "../base/annotations/findings.ts";
import { skipReason, tryOpenInput, unreadable } from "./input-file.ts";

export interface CountJob {
  readonly path: string;
  readonly isFound: boolean;
  readonly from?: AnnotationFormat | undefined;
}

export interface Counted {
  readonly path: string;
  readonly kind?: FileKind;
  readonly skipped?: string;
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Broken rows or tracks, which are not counted. */
  readonly skippedCount?: number;
  /** Absent when there is nothing to count. */
  readonly statistics?: Statistics;
}

export async function countFile(
  { path, isFound, from }: CountJob,
  core: AnnotationCore,
  onBytes?: OnBytes,
): Promise<Counted> {
  const input = await tryOpenInput(path, from);
  if (input instanceof CliError) return unreadable(path, input);
  const file = await readAnnotations(path, input, { core, onBytes });
  const { kind, findings, findingCount } = file;
  const skipped = isFound ? skipReason(file) : undefined;
  if (skipped !== undefined) return { path, kind, skipped, findings: [], findingCount: 0 };
  if (file.loaded === undefined || isUseless(file)) return { path, kind, findings, findingCount };
  const { skippedCount } = file.loaded.report;
  return { path, kind, findings, findingCount, skippedCount, statistics: core.statistics() };
}
