/**
 * The annotation file of a camera: inspected with the camera's pictures, and sent in a form that the server can read.
 */
import { t } from "../../base/texts/index.ts";
import { isImportableName, isInspectedName } from "../../features/import/annotation-files.ts";
import { isPreview, type ImportPreview, type PreviewState } from "../../features/import/import-preview.ts";
import { pictureFacts, videoFacts } from "../upload/file-facts.ts";
import type { SourceFile } from "../upload/sort-files.ts";
import type { CameraDraft } from "./draft.ts";
import { filteredMedia, nameOf } from "./media-import.ts";

/** Why the file cannot be sent; `undefined` if it can, or if that is not known yet. */
export function trackProblem<F extends SourceFile>({ trackFile, trackLook }: CameraDraft<F>): string | undefined {
  if (trackFile === undefined || isImportableName(trackFile.name)) return undefined;
  const { name } = trackFile;
  if (!isInspectedName(name)) return t("multicam.error.annotationType", { name });
  if (trackLook instanceof Error)
    return t("multicam.error.annotationUnread", { name, reason: t("importing.uninspected") });
  const isRefused = trackLook !== undefined && isPreview(trackLook) && trackLook.isRefused;
  return isRefused ? t("multicam.error.annotationUnread", { name, reason: t("importing.refused") }) : undefined;
}

/** The import must wait for this: a file that the server does not recognize by its name has to be read here. */
export function isReading<F extends SourceFile>({ trackFile, trackLook = "none" }: CameraDraft<F>): boolean {
  if (trackFile === undefined) return false;
  return trackLook === "loading" || (trackLook === "none" && !isImportableName(trackFile.name));
}

export async function previewTrackFile(camera: CameraDraft): Promise<PreviewState> {
  const { trackFile } = camera;
  const isNamed = trackFile !== undefined && (isImportableName(trackFile.name) || isInspectedName(trackFile.name));
  if (!isNamed || trackFile.size === 0) return "none";
  try {
    return await inspect(camera, trackFile);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The file to send for the images that are finally selected. @throws Error if it cannot be read */
export async function sentTrackFile(camera: CameraDraft): Promise<File | undefined> {
  const { trackFile } = camera;
  if (trackFile === undefined) return undefined;
  let preview: ImportPreview;
  try {
    preview = await inspect(camera, trackFile);
  } catch (error) {
    // The server reports problems of the files it reads itself.
    if (isImportableName(trackFile.name)) return trackFile;
    throw error;
  }
  if (preview.isRefused && !isImportableName(trackFile.name)) {
    throw new Error(trackProblem({ ...camera, trackLook: preview }));
  }
  return preview.converted ?? trackFile;
}

async function inspect({ media }: CameraDraft, file: File): Promise<ImportPreview> {
  const paths = media === undefined ? [] : filteredMedia(media);
  const files = paths.flatMap((path) => media?.files.get(path) ?? []);
  const { inspectImport } = await import("../../features/import/inspect-import.ts");
  if (media?.type === "image-sequence") return await inspectImport(file, await pictureFacts(paths.map(nameOf), files));
  const [video] = files;
  return await inspectImport(file, {
    ...(await videoFacts(video)),
    ...(video !== undefined && { videoNames: [video.name] }),
  });
}
