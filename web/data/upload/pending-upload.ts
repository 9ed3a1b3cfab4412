/** One upload that is waiting, running or failed. Its mutable parts are signals. */
import { signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";
import type { UploadNote } from "#schemas/unfinished-upload";
import { annotationFps } from "../preferences.ts";
import type { PreviewState } from "../../features/import/import-preview.ts";
import type { ZipFacts } from "./zip-facts.ts";
import type { VideoFacts } from "../../media/video-facts.ts";
import { RateMeter } from "./rate-meter.ts";

export type UploadType = "video" | "image-sequence" | "large-image" | "zip";

export interface PendingFile {
  readonly file: File;
  status: "pending" | "done" | "error";
  progress: { readonly size: number; current: number };
}

export type UploadStage =
  /** The server is checking the files. */
  | "checking"
  /** The user is editing name, frame rate or files. */
  | "editing"
  /** Videos are being converted to a playable format in this browser. */
  | "converting"
  | "creating"
  | "uploading"
  | "processing";

/** The folder of a dataset being created, and the upload note stored there. */
export interface UploadPlace {
  readonly id: string;
  readonly note: UploadNote;
}

/** The destination of datasets. */
export interface UploadFolder {
  readonly id: string;
  readonly name: string;
}

export interface PendingUpload {
  readonly id: string;
  readonly parent: UploadFolder;
  /** For several videos: one dataset each, named after its file. */
  readonly createSubFolders: Signal<boolean>;
  readonly name: Signal<string>;
  /** Media, annotation and configuration files; `PendingFile`s while they are sent. */
  readonly files: Signal<readonly PendingFile[]>;
  readonly meta: Signal<File | undefined>;
  readonly annotationFile: Signal<File | undefined>;
  /** Frame metadata; sent with the media. */
  readonly frameMetadata: Signal<File | undefined>;
  /** Annotation and configuration files are sent only when this is on. */
  readonly importAnnotations: Signal<boolean>;
  /** Names of the media, as sorted by the server. */
  readonly mediaList: Signal<readonly string[]>;
  readonly type: Signal<UploadType>;
  /** Frames per second; -1: the video's own rate. */
  readonly fps: Signal<number>;
  /** Facts read from the video, once known. */
  readonly video: Signal<VideoFacts | undefined>;
  /** Facts read from each video; `undefined` if it cannot be read here. */
  readonly facts: Signal<ReadonlyMap<File, VideoFacts | undefined>>;
  /** Bytes missing at the end of a truncated video, by file. */
  readonly missing: Signal<ReadonlyMap<File, number>>;
  /** The content of an archive; `null` if it cannot be read. */
  readonly archive: Signal<ZipFacts | null | undefined>;
  /** The preferred name, if another upload already uses it. */
  readonly nameTaken: string | undefined;
  /** Videos that browsers cannot play. */
  readonly unplayable: Signal<readonly File[]>;
  /** Convert them here before sending, instead of on the server. */
  readonly convertsHere: Signal<boolean>;
  /** The file being converted, and the progress, 0 to 1. */
  readonly conversion: Signal<{ readonly name: string; readonly share: number } | undefined>;
  /** Preview of the annotation file. */
  readonly preview: Signal<PreviewState>;
  /** Leave videos as they are if browsers can play them. */
  readonly skipTranscoding: Signal<boolean>;
  readonly uploading: Signal<boolean>;
  /** It has been started, so the server may have parts of it. */
  readonly started: Signal<boolean>;
  readonly stage: Signal<UploadStage>;
  /** Why the server refuses these files: retrying does not help, only other files do. */
  readonly refusal: Signal<string | undefined>;
  /** The last error; the upload can be started again. */
  readonly error: Signal<string | undefined>;
  /** Files that are left out, and why. */
  readonly ignored: Signal<readonly { readonly name: string; readonly reason: string }[]>;
  readonly sentBytes: Signal<number>;
  readonly totalBytes: Signal<number>;
  readonly filesLeft: Signal<number>;
  readonly bytesPerSecond: Signal<number>;
  /** Seconds until the next attempt after a lost connection. */
  readonly waitSeconds: Signal<number | undefined>;
  readonly rate: RateMeter;
  readonly abort: AbortController;
  /** It continues an upload of a page that was closed: files already uploaded are not sent again. */
  readonly goesOn: Signal<boolean>;
  /** Folders that this upload has created or is creating, by dataset name. Reused when it is started again. */
  readonly folders: Map<string, Promise<UploadPlace>>;
}

/** Images default to one per second. Archives state their own rate, and videos without a preset keep theirs (-1). */
export function fpsToSend(type: UploadType, chosen: number): number {
  if (type === "video") return chosen;
  return type === "zip" ? -1 : 1;
}

export function createPendingUpload(parent: UploadFolder, name: string, nameTaken?: string): PendingUpload {
  return {
    id: crypto.randomUUID(),
    parent,
    createSubFolders: signal(false),
    name: signal(name),
    files: signal([]),
    meta: signal(undefined),
    annotationFile: signal(undefined),
    frameMetadata: signal(undefined),
    importAnnotations: signal(true),
    mediaList: signal([]),
    type: signal("video"),
    fps: signal(annotationFps.peek()),
    video: signal(undefined),
    facts: signal(new Map()),
    missing: signal(new Map()),
    archive: signal(undefined),
    nameTaken,
    unplayable: signal([]),
    convertsHere: signal(false),
    conversion: signal(undefined),
    preview: signal<PreviewState>("none"),
    skipTranscoding: signal(true),
    uploading: signal(false),
    started: signal(false),
    stage: signal("checking"),
    refusal: signal(undefined),
    error: signal(undefined),
    ignored: signal([]),
    sentBytes: signal(0),
    totalBytes: signal(0),
    filesLeft: signal(0),
    bytesPerSecond: signal(0),
    waitSeconds: signal(undefined),
    rate: new RateMeter(),
    goesOn: signal(false),
    abort: new AbortController(),
    folders: new Map(),
  };
}

export function toPendingFile(file: File): PendingFile {
  return { file, status: "pending", progress: { size: file.size, current: 0 } };
}
