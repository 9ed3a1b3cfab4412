/**
 * Reads the files of an upload locally before anything is sent: which annotations they hold, and whether those reach
 * past the last frame of their video at the chosen rate. A file made at the video's own rate but uploaded with a lower
 * preset would leave tracks past the end, where they cannot be found. Files that cannot be read here are left to the
 * server's warnings.
 */
import { endingOf, mediaKindOf } from "#schemas/media-files";
import type { VideoFacts } from "../../media/video-facts.ts";
import { isImportableName, isInspectedName } from "../../features/import/annotation-files.ts";
import type { ImportMedia } from "../../features/import/import-media.ts";
import { isPreview, type PreviewState } from "../../features/import/import-preview.ts";
import { pictureFacts, videoFacts } from "./file-facts.ts";
import type { PendingUpload } from "./pending-upload.ts";

export interface Reach {
  readonly lastFrame: number;
  /** Number of the video's frames at the chosen rate. */
  readonly frameCount: number;
}

/** Fills in `upload.video`, `upload.unplayable` and `upload.preview`. The readers are loaded on first use. */
export async function readFacts(upload: PendingUpload): Promise<void> {
  await Promise.all([previewAnnotationFile(upload), readVideos(upload)]);
}

/** Previews the annotation file, as the import dialog does. */
async function previewAnnotationFile(upload: PendingUpload): Promise<void> {
  const file = upload.annotationFile.peek();
  const isNamed = file !== undefined && (isImportableName(file.name) || isInspectedName(file.name));
  if (!isNamed || file.size === 0 || upload.createSubFolders.peek()) {
    upload.preview.value = "none";
    return;
  }
  const fps = upload.fps.peek();
  upload.preview.value = "loading";
  let preview: PreviewState;
  try {
    const { inspectImport } = await import("../../features/import/inspect-import.ts");
    preview = await inspectImport(file, await mediaOf(upload));
  } catch (error) {
    preview = error instanceof Error ? error : new Error(String(error));
  }
  if (upload.annotationFile.peek() === file && upload.fps.peek() === fps) upload.preview.value = preview;
}

/**
 * The frame rate may still change, so only the pictures of a video are recorded: `reachPastEnd` computes the frames
 * past the last frame.
 */
async function mediaOf(upload: PendingUpload): Promise<ImportMedia> {
  const isPictures = upload.type.peek() === "image-sequence";
  const files = upload.files.peek().map(({ file }) => file);
  return {
    ...(isPictures ? await pictureFacts(upload.mediaList.peek(), files) : await videoFacts(files[0])),
    ...(upload.fps.peek() > 0 && { fps: upload.fps.peek() }),
    ...(!isPictures && { videoNames: [files[0]?.name ?? "", upload.name.peek()].filter((name) => name !== "") }),
  };
}

/** Each video is read once: results stay valid when the list gets shorter. */
async function readVideos(upload: PendingUpload): Promise<void> {
  if (upload.type.peek() !== "video") return;
  const { missingBytes } = await import("../../media/missing-bytes.ts");
  for (const { file } of upload.files.peek()) {
    if (!upload.facts.peek().has(file)) {
      const [facts, lacking] = await Promise.all([readVideo(file), missingBytes(file).catch(() => 0)]);
      // If the tables are at the end they may be complete although pictures before them are missing.
      const missing = Math.max(lacking, (facts?.byteCount ?? 0) - file.size);
      if (missing > 0) upload.missing.value = new Map(upload.missing.peek()).set(file, missing);
      upload.facts.value = new Map(upload.facts.peek()).set(file, facts);
    }
    checkVideos(upload);
  }
}

/** Updates the results for the upload's current videos. */
export function checkVideos(upload: PendingUpload): void {
  const facts = upload.facts.peek();
  const files = upload.files.peek().map(({ file }) => file);
  upload.unplayable.value = files.filter((file) => facts.has(file) && needsConversion(file, facts.get(file)));
  const [only] = files;
  upload.video.value = files.length === 1 && only !== undefined ? facts.get(only) : undefined;
}

async function readVideo(file: File): Promise<VideoFacts | undefined> {
  const { readVideoFacts } = await import("../../media/video-facts.ts");
  return await readVideoFacts(file);
}

/** A file with a playable name that cannot be read here may be damaged: the server decides. */
function needsConversion({ name }: File, facts: VideoFacts | undefined): boolean {
  if (facts !== undefined) return !facts.isPlayable;
  return mediaKindOf(name) === "video" && !isReadHere(name);
}

/** Whether this browser should be able to read a video, by its name. */
export const isReadHere = (name: string): boolean => ["mp4", "m4v", "mov", "webm", "mkv"].includes(endingOf(name));

/** `undefined` if every annotation has a frame, or if that is unknown. Reads signals. */
export function reachPastEnd(upload: PendingUpload): Reach | undefined {
  const video = upload.video.value;
  const preview = upload.preview.value;
  const lastFrame = upload.importAnnotations.value && isPreview(preview) ? preview.lastFrame : undefined;
  if (video === undefined || lastFrame === undefined) return undefined;
  const frameCount = video.frameCountAt(upload.fps.value);
  return lastFrame < frameCount ? undefined : { lastFrame, frameCount };
}
