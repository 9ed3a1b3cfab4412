/** One upload that waits for its start, runs, or failed. Its parts that change are signals. */
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
  /** The server is asked what the files are. */
  | "checking"
  /** Waits for the person: name, frame rate, files. */
  | "editing"
  /** Videos are made into what browsers play, on this computer. */
  | "converting"
  | "creating"
  | "uploading"
  | "processing";

/** The folder of a dataset that is being made, and the note there. */
export interface UploadPlace {
  readonly id: string;
  readonly note: UploadNote;
}

/** Where datasets are put. */
export interface UploadFolder {
  readonly id: string;
  readonly name: string;
}

export interface PendingUpload {
  readonly id: string;
  readonly parent: UploadFolder;
  /** Several videos: a dataset for each, named after its file. */
  readonly createSubFolders: Signal<boolean>;
  readonly name: Signal<string>;
  /** Media, annotation and configuration files are `PendingFile`s while they are sent. */
  readonly files: Signal<readonly PendingFile[]>;
  readonly meta: Signal<File | undefined>;
  readonly annotationFile: Signal<File | undefined>;
  /** Values of frames; sent with the media. */
  readonly frameMetadata: Signal<File | undefined>;
  /** Annotation and configuration files are sent only when this is on. */
  readonly importAnnotations: Signal<boolean>;
  /** Names of the media, as the server sorted them. */
  readonly mediaList: Signal<readonly string[]>;
  readonly type: Signal<UploadType>;
  /** Frames per second; -1 is the rate of the video. */
  readonly fps: Signal<number>;
  /** What the video says of itself, once that is known. */
  readonly video: Signal<VideoFacts | undefined>;
  /** What each video says of itself, as it is read; `undefined`: it cannot be read here. */
  readonly facts: Signal<ReadonlyMap<File, VideoFacts | undefined>>;
  /** Bytes that a video announces and does not have, by file. */
  readonly missing: Signal<ReadonlyMap<File, number>>;
  /** What an archive holds; `null`: it cannot be read as one. */
  readonly archive: Signal<ZipFacts | null | undefined>;
  /** The name that it would have, where another upload has that. */
  readonly nameTaken: string | undefined;
  /** Videos among the files that browsers do not play. */
  readonly unplayable: Signal<readonly File[]>;
  /** They are converted before they are sent, not by the server. */
  readonly convertsHere: Signal<boolean>;
  /** What is converted just now, and how far it is, 0 to 1. */
  readonly conversion: Signal<{ readonly name: string; readonly share: number } | undefined>;
  /** The look into the annotation file. */
  readonly preview: Signal<PreviewState>;
  /** A video that browsers play as it is stays as it is. */
  readonly skipTranscoding: Signal<boolean>;
  readonly uploading: Signal<boolean>;
  /** It has run: something of it may be on the server. */
  readonly started: Signal<boolean>;
  readonly stage: Signal<UploadStage>;
  /** Why the server makes no dataset of these files: no start helps, only other files. */
  readonly refusal: Signal<string | undefined>;
  /** What went wrong; the upload may be started again. */
  readonly error: Signal<string | undefined>;
  /** What is left out, and why. */
  readonly ignored: Signal<readonly { readonly name: string; readonly reason: string }[]>;
  readonly sentBytes: Signal<number>;
  readonly totalBytes: Signal<number>;
  readonly filesLeft: Signal<number>;
  readonly bytesPerSecond: Signal<number>;
  /** Seconds until the next try after a lost connection. */
  readonly waitSeconds: Signal<number | undefined>;
  readonly rate: RateMeter;
  readonly abort: AbortController;
  /** The page that began it was closed: what arrived then is not sent again. */
  readonly goesOn: Signal<boolean>;
  /** Folders that this upload has created or is creating, by dataset name. A second start reuses them. */
  readonly folders: Map<string, Promise<UploadPlace>>;
}

/**
 * Images are one a second. What is in an archive says its rate itself, and a video without such words keeps its own
 * (-1).
 */
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
