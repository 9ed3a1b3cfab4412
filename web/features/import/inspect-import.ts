/** Reads a file in a separate core, to report what importing it into a dataset would do. */

import { createCore } from "#core";
import { formatTable, isAnnotationFormat } from "#core/formats/format-table";
import { missingMeaning } from "#core/formats/recognize/column-mapping";
import { inspectFile, type FileInspection } from "#core/formats/inspect-file";
import { rescaleFrames } from "#core/formats/rescale-frames";
import { configurationNameOf, isSentAsIs, jsonNameOf, lossesOfImport, sentFormOf } from "#core/formats/sent-form";
import type { Loss } from "#core/types";
import { t } from "../../base/texts/index.ts";
import type { ImportMedia } from "./import-media.ts";
import type { ImportFinding, ImportPreview, ImportRate, FileChoices } from "./import-preview.ts";

/** Reading blocks the page: a second or two for this many bytes. */
const maxBytes = 128 * 1024 * 1024;

export async function inspectImport(file: File, media: ImportMedia, said: FileChoices = {}): Promise<ImportPreview> {
  if (file.size > maxBytes) throw new Error(t("importing.tooLarge"));
  const { fps, originalFps, isVideo, imageNames, frameCount, imageSize, imageSizes, videoNames } = media;
  const core = await createCore();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const whole = said.columns !== undefined && missingMeaning(said.columns) === undefined ? said.columns : undefined;
  const look = async (format = said.format, columns = whole) =>
    await inspectFile(core, bytes, {
      name: file.name,
      imageNames,
      fps,
      ...(format !== undefined && { format }),
      ...(columns !== undefined && { columns }),
      ...(frameCount !== undefined && { frameCount }),
      ...(imageSize !== undefined && { imageSize }),
      ...(imageSizes !== undefined && { imageSizes }),
      ...(videoNames !== undefined && { videoNames }),
    });
  const first = await look();
  const table = tableOf(first, said);
  // A table with known columns, or with a clear header, is read immediately.
  const isMapped = table !== undefined && missingMeaning(table.columns) === undefined;
  const inspected = isMapped && said.columns === undefined ? await look(undefined, table.columns) : first;
  const { kind, report, types, pastEndCount, problems, message } = inspected;
  const fileFps = report?.fps ?? originalFps;
  // For pictures the rate only affects playback, but they may have been extracted from a video at a lower rate than its
  // annotations.
  const isOtherRate = isVideo && report?.fps !== undefined && report.fps > 0 && report.fps !== fps;
  const rate: ImportRate | undefined =
    report !== undefined && fps > 0 && (pastEndCount > 0 || isOtherRate)
      ? {
          fps,
          fileFps: fileFps !== undefined && fileFps > 0 ? fileFps : fps,
          pastEndCount,
          isLikely: isVideo && pastEndCount > 0 && fileFps !== undefined && fileFps > 0 && fileFps !== fps,
          rescale: async (from) => jsonFile(jsonNameOf(file.name), rescaleFrames(core, fps / from)),
        }
      : undefined;
  const isAsIs = isSentAsIs(kind, file.name) && said.format === undefined && !isMapped;
  const sent = report === undefined || isAsIs ? undefined : sentFormOf(core, file.name);
  const losses = report === undefined ? [] : (sent?.losses ?? lossesOfImport(core));
  return {
    title: table === undefined ? titleOf(kind, message) : t("importing.isTable"),
    isRefused: report === undefined && kind !== "dive-config",
    ...(report !== undefined && {
      counts: {
        tracks: report.trackCount,
        detections: report.detectionCount,
        groups: report.groupCount,
        skipped: report.skippedCount,
      },
    }),
    ...(report?.lastFrame !== undefined && { lastFrame: report.lastFrame }),
    types,
    findings: [
      ...losses.map(lossFinding),
      ...caveatsOf(first, table?.columns),
      ...reportableProblems(problems, table, isMapped),
    ],
    ...(inspected.judgment !== undefined && isUndecided(first, said) && { rivals: inspected.judgment }),
    ...(table !== undefined && { table }),
    ...(rate !== undefined && { rate }),
    ...(sent !== undefined && { converted: jsonFile(sent.name, sent.bytes) }),
    ...(kind === "dive-config" && !isAsIs && { converted: jsonFile(configurationNameOf(file.name), bytes) }),
  };
}

function tableOf({ table }: FileInspection, { columns, remembered }: FileChoices): ImportPreview["table"] {
  if (table === undefined) return undefined;
  const meanings = columns ?? remembered?.(table.header) ?? table.columns ?? noColumns;
  return { ...table, columns: meanings };
}

const noColumns = { columns: {}, attributes: [], units: "pixels" } as const;

/** Caveats about meanings that the table itself suggests, until the user confirms them. */
function caveatsOf({ table }: FileInspection, shown: object | undefined): readonly ImportFinding[] {
  const caveat = table?.columns === shown ? table?.columns?.caveat : undefined;
  if (caveat === undefined) return [];
  return [{ severity: "warning", code: "columns-doubtful", message: `${caveat}.`, count: 1, lines: [] }];
}

/** Missing column meanings are shown where they are chosen, not as problems. */
function reportableProblems(problems: readonly ImportFinding[], table: ImportPreview["table"], isMapped: boolean) {
  if (table === undefined || isMapped) return problems;
  return [
    {
      severity: "error",
      code: "columns-unknown",
      message: t("importing.columnsMissing"),
      count: 1,
      lines: [],
    } as const,
  ];
}

function isUndecided({ kind }: FileInspection, { format }: FileChoices): boolean {
  return kind === "ambiguous" || format !== undefined;
}

function jsonFile(name: string, bytes: Uint8Array<ArrayBuffer>): File {
  return new File([bytes], name, { type: "application/json" });
}

function lossFinding({ kind, count, example }: Loss): ImportFinding {
  return { severity: "error", code: kind, message: example.text, count, lines: [] };
}

function titleOf(kind: string, message: string): string {
  if (kind === "dive-config") return t("importing.isConfiguration");
  return isAnnotationFormat(kind) ? formatTable[kind].title : message;
}
