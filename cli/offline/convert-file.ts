/** Converts one file. */

import { writeAnnotationFile } from "#core/formats/annotation-formats";
import type { DatasetFacts, WriteOptions } from "#core/formats/dataset-file";
import type { FileKind } from "#core/formats/recognise";
import type { AnnotationCore, AnnotationFormat, Loss, ReadReport } from "#core/types";
import { holdsNothing, readAnnotations } from "../base/annotations.ts";
import { CliError } from "../base/errors.ts";
import { writeDraft } from "../base/files.ts";
import type { Finding } from "../base/findings.ts";
import { skipReason, tryOpenInput, unreadable } from "./input-file.ts";

export interface ConvertJob {
  readonly path: string;
  /** In a folder, where other files may lie too. */
  readonly isFound: boolean;
  /** Where the result is collected, and what it will be called; absent: it is returned. */
  readonly output?: { readonly draft: string; readonly target: string } | undefined;
  readonly to: AnnotationFormat;
  readonly from?: AnnotationFormat | undefined;
  readonly media?: DatasetFacts["type"] | undefined;
  readonly fps?: number | undefined;
  readonly imageNames?: readonly string[] | undefined;
  readonly write: WriteOptions;
}

export interface Converted {
  readonly path: string;
  readonly kind?: FileKind;
  /** Why nothing was made of a file that only lies beside annotations. */
  readonly skipped?: string;
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Absent when nothing was written. */
  readonly written?: {
    readonly bytes: number;
    readonly trackCount: number;
    readonly detectionCount: number;
    readonly groupCount: number;
    /** Broken rows or tracks, which were left out. */
    readonly skippedCount: number;
    readonly losses: readonly Loss[];
  };
  /** Without `output`. */
  readonly content?: Uint8Array;
}

export async function convertFile(job: ConvertJob, core: AnnotationCore): Promise<Converted> {
  const { path, from, imageNames } = job;
  const input = await tryOpenInput(path, from);
  if (input instanceof CliError) return unreadable(path, input);
  const file = await readAnnotations(path, input, {
    core,
    ...(imageNames !== undefined && { imageNames }),
  });
  const { kind, findings, findingCount } = file;
  const skipped = job.isFound ? skipReason(file) : undefined;
  if (skipped !== undefined) return { path, kind, skipped, findings: [], findingCount: 0 };
  if (file.loaded === undefined || holdsNothing(file)) return { path, kind, findings, findingCount };
  const { report } = file.loaded;
  const { bytes: content, trackCount, losses } = writeAnnotationFile(core, job.to, factsOf(job, report), job.write);
  if (job.output !== undefined) await writeDraft(job.output.draft, job.output.target, content);
  const { detectionCount, groupCount, skippedCount } = report;
  return {
    path,
    kind,
    findings,
    findingCount,
    written: { bytes: content.byteLength, trackCount, detectionCount, groupCount, skippedCount, losses },
    ...(job.output === undefined && { content }),
  };
}

/** What is not said on the command line is taken from the file. */
function factsOf({ media, imageNames, ...job }: ConvertJob, report: ReadReport): DatasetFacts {
  const fps = job.fps ?? report.fps;
  return {
    type: media ?? (imageNames === undefined && fps !== undefined ? "video" : "image-sequence"),
    fps,
    imageNames: imageNames ?? [],
    datasetInfo: report.datasetInfo,
  };
}
