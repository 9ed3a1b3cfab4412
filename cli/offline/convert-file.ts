/** Converts one file. */

import { parse } from "node:path";
import { writeAnnotationPieces } from "#core/formats/annotation-formats";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";
import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import type { FileKind } from "#core/formats/recognize/recognized";
import type { AnnotationCore, ImageSize, Loss, ReadOptions, ReadReport, WritingPieces } from "#core/types";
import { formatTable, hasRelativePositions, isAnnotationFormat } from "#core/formats/format-table";
import type { TargetFormat } from "../base/annotations/annotation-formats.ts";
import { isUseless, readAnnotations } from "../base/annotations/annotations.ts";
import type { OnBytes } from "../base/annotations/annotations.ts";
import { CliError } from "../base/process/errors.ts";
import { writeDraft } from "../base/files/draft.ts";
import type { Draft } from "../base/files/draft.ts";
import type { Content } from "../base/files/compression.ts";
import { fileLabel, standardStream, writeOutput } from "../base/files/files.ts";
import type { Finding } from "../base/annotations/findings.ts";
import type { Input, NamedKind } from "../base/files/open-input.ts";
import { factsOf } from "../library/facts.ts";
import { skipReason, tryOpenInput, unreadable } from "./input-file.ts";
import { WrittenContent } from "./written-content.ts";

export interface ConvertJob {
  readonly path: string;
  /** Found in a folder, which may contain other files. */
  readonly isFound: boolean;
  /** The draft for the result; absent: standard output. */
  readonly output?: Draft | undefined;
  /** For outputs that cannot be undone (standard output, a pipe): write only if there are no findings and losses. */
  readonly isStrict?: boolean | undefined;
  readonly to: TargetFormat;
  readonly from?: NamedKind | undefined;
  /** Meaning of a table's columns. */
  readonly columns?: ColumnMapping | undefined;
  readonly media?: DatasetFacts["type"] | undefined;
  readonly fps?: number | undefined;
  readonly imageSize?: ImageSize | undefined;
  readonly read: Pick<
    ReadOptions,
    "fps" | "imageNames" | "imageSize" | "imageSizes" | "labels" | "pixelOrigin" | "videoNames" | "askedVideo"
  >;
  readonly write: WriteOptions;
}

export interface Converted {
  readonly path: string;
  readonly kind?: FileKind;
  /** Why a file that is merely next to annotations was not converted. */
  readonly skipped?: string;
  /** Messages about information taken from other files. */
  readonly remarks?: readonly string[];
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Absent when nothing was written. */
  readonly written?: {
    readonly bytes: number;
    readonly trackCount: number;
    /** Tracks that were read; a filter may leave out some of them. */
    readonly readTrackCount: number;
    readonly detectionCount: number;
    readonly groupCount: number;
    /** Broken rows, tracks or fields of a configuration, which were skipped. */
    readonly skippedCount: number;
    readonly losses: readonly Loss[];
  };
}

export async function convertFile(job: ConvertJob, core: AnnotationCore, onBytes?: OnBytes): Promise<Converted> {
  const { path } = job;
  const input = await tryOpenInput(path, job.from);
  if (input instanceof CliError) return unreadable(path, input);
  if (input.kind === "dive-config" && job.to === "dive-config") return convertConfiguration(job, input);
  const file = await readAnnotations(path, input, { core, onBytes, columns: job.columns, ...job.read });
  const { kind, findings, findingCount } = file;
  const skipped = job.isFound ? skipReason(file) : undefined;
  if (skipped !== undefined) return { path, kind, skipped, findings: [], findingCount: 0 };
  if (file.loaded === undefined || isUseless(file)) return { path, kind, findings, findingCount };
  const { report } = file.loaded;
  const { detectionCount, groupCount, skippedCount } = report;
  if (hasRelativePositions(job.to) && sizeOf(job, report) === undefined && job.read.imageSizes === undefined) {
    const finding = {
      file: fileLabel(path),
      severity: "error",
      code: "image-size-unknown",
      message: sizeNeeded(job.to),
    } as const;
    return { path, kind, findings: [...findings, finding], findingCount: findingCount + 1 };
  }
  const { bytes, trackCount, losses } = await deliver(
    job,
    await write(core, withLabels(job, input), report),
    findingCount > 0,
  );
  return {
    path,
    kind,
    remarks: file.remarks,
    findings,
    findingCount,
    written: { bytes, trackCount, readTrackCount: report.trackCount, detectionCount, groupCount, skippedCount, losses },
  };
}

/** Classes in a list next to the file keep their numbers. */
function withLabels(job: ConvertJob, { labels }: Input): ConvertJob {
  if (labels === undefined || job.write.labels !== undefined) return job;
  return { ...job, write: { ...job.write, labels: labels.names } };
}

async function write(core: AnnotationCore, job: ConvertJob, report: ReadReport): Promise<WritingPieces> {
  const { to } = job;
  if (to !== "dive-config") return writeAnnotationPieces(core, to, factsOfJob(job, report), job.write);
  const { writeConfigurationOf } = await import("./convert-configuration.ts");
  return writeConfigurationOf(report, job.fps);
}

async function convertConfiguration(job: ConvertJob, { kind, bytes: source }: Input): Promise<Converted> {
  const { path } = job;
  // Loaded on demand: the schemas are large.
  const { readConfiguration } = await import("../base/annotations/configuration-file.ts");
  const { configuration, findings } = readConfiguration(fileLabel(path), source);
  const findingCount = findings.length;
  if (configuration === undefined) return { path, kind, findings, findingCount };
  const { writeConfiguration } = await import("./convert-configuration.ts");
  const written = await deliver(job, writeConfiguration(configuration), findingCount > 0);
  const skippedCount = findings.filter(({ severity }) => severity === "error").length;
  return {
    path,
    kind,
    findings,
    findingCount,
    written: { ...written, readTrackCount: 0, detectionCount: 0, groupCount: 0, skippedCount },
  };
}

type Delivered = Pick<NonNullable<Converted["written"]>, "bytes" | "trackCount" | "losses">;

/** Writes the result, piece by piece, to its draft, to standard output or into a pipe. */
async function deliver(
  { output, isStrict }: ConvertJob,
  pieces: WritingPieces,
  hasFindings: boolean,
): Promise<Delivered> {
  const content = new WrittenContent(pieces);
  const send = (what: Content): Promise<number> =>
    output === undefined ? writeOutput(standardStream, what) : writeDraft(output, what);
  if (isStrict !== true || output?.becomes !== undefined) {
    const bytes = await send(content);
    return { bytes, ...content.report };
  }
  const held: Uint8Array[] = [];
  for await (const piece of content) held.push(piece.slice());
  const whole = Buffer.concat(held);
  if (!hasFindings && content.report.losses.length === 0) await send(whole);
  return { bytes: whole.byteLength, ...content.report };
}

const sizeNeeded = (to: string): string =>
  `${isAnnotationFormat(to) ? formatTable[to].title : to} stores positions as fractions of the picture, whose size is unknown: pass it with --image-size.`;

function sizeOf({ imageSize }: ConvertJob, report: ReadReport): ImageSize | undefined {
  return imageSize ?? report.imageSize;
}

/** Facts not given on the command line come from the file. */
function factsOfJob(job: ConvertJob, report: ReadReport): DatasetFacts {
  const { path, media, to, read, fps } = job;
  return factsOf(
    {
      to,
      media,
      fps,
      imageNames: read.imageNames,
      imageSizes: read.imageSizes,
      imageSize: job.imageSize,
      name: path === standardStream ? undefined : parse(path).name,
    },
    report,
  );
}
