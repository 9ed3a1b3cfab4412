/**
 * One upload: the user's settings, the facts about its files, and its stage. The settings and facts are signals; the
 * stage changes only by events.
 */
import { computed, signal } from "@preact/signals-core";
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { UploadNote } from "#schemas/unfinished-upload";
import { annotationFps } from "../preferences.ts";
import type { PreviewState } from "../../features/import/import-preview.ts";
import type { ZipFacts } from "./zip-facts.ts";
import type { VideoFacts } from "../../media/video-facts.ts";
import { RateMeter } from "./rate-meter.ts";
import { checking, isEditable, isRunning, isStarted, problemOf, reduceUpload } from "./upload-stage.ts";
import type { UploadEvent, UploadStage } from "./upload-stage.ts";

export type UploadType = "video" | "image-sequence" | "large-image" | "zip";

export interface PendingFile {
  readonly file: File;
  /** `done`: it has arrived in the folder of its dataset. */
  status: "pending" | "done" | "error";
  progress: { readonly size: number; current: number };
}

/** The folder of a dataset being created, and what the server has of it. */
export interface UploadPlace {
  readonly id: string;
  readonly note: UploadNote;
  /** It was created by a page that was closed: files already uploaded are not sent again. */
  readonly goesOn: boolean;
  name: string;
  fps: number;
  /** The files of the dataset at its last start, whether or not they have arrived. */
  files: readonly File[];
  readonly arrived: Set<File>;
  /** It is a dataset, on which people may work already. */
  isDataset: boolean;
}

/** Which of the datasets of an upload: that of one of several videos, or the only one. */
export type PartKey = File | "only";

/** The destination of datasets. */
export interface UploadFolder {
  readonly id: string;
  readonly name: string;
}

export interface PendingUpload extends UploadSettings, UploadFacts {
  readonly id: string;
  readonly parent: UploadFolder;
  /** The preferred name, if another upload already uses it. */
  readonly nameTaken: string | undefined;
  /** Media, annotation and configuration files; `PendingFile`s while they are sent. */
  readonly files: Signal<readonly PendingFile[]>;
  /** Size of these files. */
  readonly totalBytes: ReadonlySignal<number>;
  /** Changes whenever bytes are sent; the four signals below only with its kind. */
  readonly stage: ReadonlySignal<UploadStage>;
  readonly uploading: ReadonlySignal<boolean>;
  readonly started: ReadonlySignal<boolean>;
  readonly editable: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<string | undefined>;
  dispatch(event: UploadEvent): void;
  readonly rate: RateMeter;
  readonly abort: AbortController;
  /** Folders that this upload has created or is creating. Reused when it is started again. */
  readonly folders: Map<PartKey, Promise<UploadPlace>>;
}

/** Settings that the user may change before the start. */
interface UploadSettings {
  readonly name: Signal<string>;
  /** Frames per second; -1: the video's own rate. */
  readonly fps: Signal<number>;
  readonly meta: Signal<File | undefined>;
  readonly annotationFile: Signal<File | undefined>;
  /** Annotation and configuration files are sent only when this is on. */
  readonly importAnnotations: Signal<boolean>;
  /** Convert unplayable videos here before sending, instead of on the server. */
  readonly convertsHere: Signal<boolean>;
  /** Leave videos as they are if browsers can play them. */
  readonly skipTranscoding: Signal<boolean>;
}

/** Results of the server's check, and facts read from the files. */
interface UploadFacts {
  readonly type: Signal<UploadType>;
  /** For several videos: one dataset each, named after its file. */
  readonly createSubFolders: Signal<boolean>;
  /** Names of the media, as sorted by the server. */
  readonly mediaList: Signal<readonly string[]>;
  /** Frame metadata; sent with the media. */
  readonly frameMetadata: Signal<File | undefined>;
  /** Files that are left out, and why. */
  readonly ignored: Signal<readonly { readonly name: string; readonly reason: string }[]>;
  /** Why the server refuses these files: retrying does not help, only other files do. */
  readonly refusal: Signal<string | undefined>;
  /** Facts read from the video, once known. */
  readonly video: Signal<VideoFacts | undefined>;
  /** Facts read from each video; `undefined` if it cannot be read here. */
  readonly facts: Signal<ReadonlyMap<File, VideoFacts | undefined>>;
  /** Bytes missing at the end of a truncated video, by file. */
  readonly missing: Signal<ReadonlyMap<File, number>>;
  /** Videos that browsers cannot play. */
  readonly unplayable: Signal<readonly File[]>;
  /** The content of an archive; `null` if it cannot be read. */
  readonly archive: Signal<ZipFacts | null | undefined>;
  /** Preview of the annotation file. */
  readonly preview: Signal<PreviewState>;
}

/** Images default to one per second. Archives state their own rate, and videos without a preset keep theirs (-1). */
export function fpsToSend(type: UploadType, chosen: number): number {
  if (type === "video") return chosen;
  return type === "zip" ? -1 : 1;
}

export function createPendingUpload(parent: UploadFolder, name: string, nameTaken?: string): PendingUpload {
  const files = signal<readonly PendingFile[]>([]);
  const stage = signal(checking);
  return {
    id: crypto.randomUUID(),
    parent,
    nameTaken,
    files,
    totalBytes: computed(() => files.value.reduce((sum, { progress }) => sum + progress.size, 0)),
    stage,
    uploading: computed(() => isRunning(stage.value)),
    started: computed(() => isStarted(stage.value)),
    editable: computed(() => isEditable(stage.value)),
    problem: computed(() => problemOf(stage.value)),
    dispatch(event) {
      stage.value = reduceUpload(stage.peek(), event);
    },
    rate: new RateMeter(),
    abort: new AbortController(),
    folders: new Map(),
    name: signal(name),
    fps: signal(annotationFps.peek()),
    meta: signal(undefined),
    annotationFile: signal(undefined),
    importAnnotations: signal(true),
    convertsHere: signal(false),
    skipTranscoding: signal(true),
    type: signal("video"),
    createSubFolders: signal(false),
    mediaList: signal([]),
    frameMetadata: signal(undefined),
    ignored: signal([]),
    refusal: signal(undefined),
    video: signal(undefined),
    facts: signal(new Map()),
    missing: signal(new Map()),
    unplayable: signal([]),
    archive: signal(undefined),
    preview: signal<PreviewState>("none"),
  };
}

export function toPendingFile(file: File): PendingFile {
  return { file, status: "pending", progress: { size: file.size, current: 0 } };
}
