/**
 * Whether annotations reach past the last frame of their video at the chosen rate: a file made at the video's own rate beside a
 * lower preset would leave tracks where nobody finds them. Reads both on this machine, before anything is sent; what cannot be
 * read here is left to the server's warnings.
 */
import { endingOf, mediaKindOf } from "#schemas/media-files";
import type { VideoFacts } from "../../media/video-facts.ts";
import type { PendingUpload } from "./pending-upload.ts";

/** Larger annotation files are not read twice. */
const mostBytes = 256 * 1024 * 1024;

export interface Reach {
  readonly lastFrame: number;
  /** Of the video at the chosen rate. */
  readonly frameCount: number;
}

/** Fills in `upload.video`, `upload.unplayable` and `upload.lastFrame`. The parts that read are loaded when they are first needed. */
export async function readFacts(upload: PendingUpload): Promise<void> {
  const [media, ...others] = upload.files.peek();
  const annotations = upload.annotationFile.peek();
  upload.lastFrame.value = undefined;
  if (media === undefined || upload.type.peek() !== "video") return;
  if (others.length > 0) return await findUnplayable(upload);
  upload.video.value ??= await readVideo(media.file);
  upload.unplayable.value = needsConversion(media.file, upload.video.peek()) ? [media.file] : [];
  if (annotations === undefined || annotations.size > mostBytes) return;
  const lastFrame = await readLastFrame(annotations);
  if (upload.annotationFile.peek() === annotations) upload.lastFrame.value = lastFrame;
}

async function readVideo(file: File): Promise<VideoFacts | undefined> {
  const { readVideoFacts } = await import("../../media/video-facts.ts");
  return await readVideoFacts(file);
}

/** What cannot be read here and has a name that browsers know may be damaged: the server says. */
function needsConversion({ name }: File, facts: VideoFacts | undefined): boolean {
  if (facts !== undefined) return !facts.isPlayable;
  return mediaKindOf(name) === "video" && !["mp4", "m4v", "mov", "webm", "mkv"].includes(endingOf(name));
}

async function findUnplayable(upload: PendingUpload): Promise<void> {
  const found: File[] = [];
  for (const { file } of upload.files.peek()) if (needsConversion(file, await readVideo(file))) found.push(file);
  upload.unplayable.value = found;
}

async function readLastFrame(file: File): Promise<number | undefined> {
  try {
    const [{ createCore }, { readAnnotationFile }] = await Promise.all([
      import("#core"),
      import("#core/formats/annotation-formats"),
    ]);
    const core = await createCore();
    const bytes = new Uint8Array(await file.arrayBuffer());
    return (await readAnnotationFile(core, bytes, { name: file.name })).lastFrame;
  } catch {
    return undefined;
  }
}

/** `undefined` when all annotations have a frame, or nobody knows. Reads signals. */
export function reachBeyond(upload: PendingUpload): Reach | undefined {
  const video = upload.video.value;
  const lastFrame = upload.importAnnotations.value ? upload.lastFrame.value : undefined;
  if (video === undefined || lastFrame === undefined) return undefined;
  const frameCount = video.frameCountAt(upload.fps.value);
  return lastFrame < frameCount ? undefined : { lastFrame, frameCount };
}
