/** Reads a file in a core of its own, to say what importing it into the open dataset would give. */

import { createCore } from "#core";
import { annotationFormats, isAnnotationFormat } from "#core/formats/annotation-formats";
import { inspectFile } from "#core/formats/inspect-file";
import { rescaleFrames } from "#core/formats/rescale-frames";
import type { ImageSize } from "#core/types";
import { t } from "../../base/texts/index.ts";
import { isConvertedName } from "../../features/import/annotation-files.ts";
import type { ImportPreview, ImportRate } from "../../features/import/import-preview.ts";
import type { CameraInfo } from "../../session/dataset.ts";

/** The page stands still while a file is read: a second or two for so many. */
const mostBytes = 128 * 1024 * 1024;

/** @param frameCount of the camera's media */
export async function inspectImport(
  file: File,
  { fps, originalFps, media }: CameraInfo,
  frameCount: number | undefined,
  imageSize?: ImageSize,
): Promise<ImportPreview> {
  if (file.size > mostBytes) throw new Error(t("importing.tooLarge"));
  const core = await createCore();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const imageNames = media.kind === "image-sequence" ? media.images.map(({ filename }) => filename) : [];
  const found = await inspectFile(core, bytes, {
    name: file.name,
    imageNames,
    ...(frameCount !== undefined && { frameCount }),
    ...(imageSize !== undefined && { imageSize }),
  });
  const { kind, report, types, behindCount, problems, message } = found;
  const fileFps = report?.fps ?? originalFps;
  const isOtherRate = report?.fps !== undefined && report.fps > 0 && report.fps !== fps;
  const rate: ImportRate | undefined =
    report !== undefined && media.kind === "video" && fps > 0 && (behindCount > 0 || isOtherRate)
      ? {
          fps,
          fileFps: fileFps !== undefined && fileFps > 0 ? fileFps : fps,
          behindCount,
          rescale: async (from) => jsonFile(file.name, rescaleFrames(core, fps / from)),
        }
      : undefined;
  return {
    title: titleOf(kind, message),
    isRefused: report === undefined && kind !== "dive-config",
    ...(report !== undefined && {
      counts: {
        tracks: report.trackCount,
        detections: report.detectionCount,
        groups: report.groupCount,
        skipped: report.skippedCount,
      },
    }),
    types,
    findings: problems,
    ...(rate !== undefined && { rate }),
    ...(report !== undefined &&
      isConvertedName(file.name) && { convert: () => jsonFile(file.name, core.writeDiveJson().bytes) }),
  };
}

function jsonFile(name: string, bytes: Uint8Array<ArrayBuffer>): File {
  return new File([bytes], `${name.replace(/\.\w+$/, "")}.json`, { type: "application/json" });
}

function titleOf(kind: string, message: string): string {
  if (kind === "dive-config") return t("importing.isConfiguration");
  return isAnnotationFormat(kind) ? annotationFormats[kind].title : message;
}
