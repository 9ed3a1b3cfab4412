/** Converts one file. */

import { writeAnnotationFile } from "#core/formats/annotation-formats";
import type { DatasetFacts, WriteOptions } from "#core/formats/dataset-file";
import type { FileKind } from "#core/formats/recognise";
import type { AnnotationCore, AnnotationFormat, Loss, ReadOptions, ReadReport } from "#core/types";
import type { TargetFormat } from "../base/annotation-formats.ts";
import { holdsNothing, readAnnotations } from "../base/annotations.ts";
import { CliError } from "../base/errors.ts";
import { fileLabel, writeDraft } from "../base/files.ts";
import type { Finding } from "../base/findings.ts";
import type { Input } from "../base/open-input.ts";
import { skipReason, tryOpenInput, unreadable } from "./input-file.ts";

export interface ConvertJob {
  readonly path: string;
  /** In a folder, where other files may lie too. */
  readonly isFound: boolean;
  /** Where the result is collected, and what it will be called; absent: it is returned. */
  readonly output?: { readonly draft: string; readonly target: string } | undefined;
  readonly to: TargetFormat;
  readonly from?: AnnotationFormat | undefined;
  readonly media?: DatasetFacts["type"] | undefined;
  readonly fps?: number | undefined;
  readonly read: Pick<ReadOptions, "imageNames" | "labels" | "pixelOrigin">;
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
  const { path } = job;
  const input = await tryOpenInput(path, job.from);
  if (input instanceof CliError) return unreadable(path, input);
  if (input.kind === "dive-config" && job.to === "dive-config") return convertConfiguration(job, input);
  const file = await readAnnotations(path, input, { core, ...job.read });
  const { kind, findings, findingCount } = file;
  const skipped = job.isFound ? skipReason(file) : undefined;
  if (skipped !== undefined) return { path, kind, skipped, findings: [], findingCount: 0 };
  if (file.loaded === undefined || holdsNothing(file)) return { path, kind, findings, findingCount };
  const { report } = file.loaded;
  const { bytes, trackCount, losses } = await write(core, job, report);
  const { detectionCount, groupCount, skippedCount } = report;
  const counts = { trackCount, detectionCount, groupCount, skippedCount };
  return { path, kind, findings, findingCount, ...(await deliver(job, bytes, { ...counts, losses })) };
}

async function write(core: AnnotationCore, { to, ...job }: ConvertJob, report: ReadReport) {
  if (to !== "dive-config") return writeAnnotationFile(core, to, factsOf({ to, ...job }, report), job.write);
  const { configurationOf } = await import("./convert-configuration.ts");
  return { ...configurationOf(report, job.fps), trackCount: 0 };
}

async function convertConfiguration(job: ConvertJob, { kind, bytes: source }: Input): Promise<Converted> {
  const { path } = job;
  // Loaded only here: the schemas are large.
  const { checkConfiguration } = await import("../base/configuration-file.ts");
  const findings = checkConfiguration(fileLabel(path), source);
  if (findings.length > 0) return { path, kind, findings, findingCount: findings.length };
  const { rewriteConfiguration } = await import("./convert-configuration.ts");
  const { bytes, losses } = rewriteConfiguration(source);
  const nothing = { trackCount: 0, detectionCount: 0, groupCount: 0, skippedCount: 0 };
  return { path, kind, findings, findingCount: 0, ...(await deliver(job, bytes, { ...nothing, losses })) };
}

/** Writes the draft of the result, or hands the result over. */
async function deliver(
  { output }: ConvertJob,
  content: Uint8Array,
  facts: Omit<NonNullable<Converted["written"]>, "bytes">,
): Promise<Pick<Converted, "written" | "content">> {
  if (output !== undefined) await writeDraft(output.draft, output.target, content);
  return { written: { bytes: content.byteLength, ...facts }, ...(output === undefined && { content }) };
}

/** What is not said on the command line is taken from the file. */
function factsOf({ media, read: { imageNames }, ...job }: ConvertJob, report: ReadReport): DatasetFacts {
  const fps = job.fps ?? report.fps;
  return {
    type: media ?? (imageNames === undefined && fps !== undefined ? "video" : "image-sequence"),
    fps,
    imageNames: imageNames ?? [],
    datasetInfo: report.datasetInfo,
  };
}
