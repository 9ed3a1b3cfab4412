/** The user's input for a dataset with several cameras: an immutable value, and functions that change it. */
import type { TimeAlignment } from "#schemas";
import type { PreviewState } from "../../features/import/import-preview.ts";
import type { SourceFile } from "../upload/sort-files.ts";
import type { MediaImport, MediaType } from "./media-import.ts";

export type SubType = "stereo" | "multicam";
/** A source per camera, or one folder with a filter per camera. */
export type ImportType = "multi" | "keyword";

export interface CameraDraft<F extends SourceFile = File> {
  readonly name: string;
  readonly media: MediaImport<F> | undefined;
  readonly trackFile: F | undefined;
  /** The file's contents; missing until it is inspected. */
  readonly trackLook?: PreviewState;
  /** The server's objection to the files picked last. */
  readonly mediaError: string | undefined;
}

export interface Draft<F extends SourceFile = File> {
  readonly subType: SubType;
  /** `undefined`: not chosen yet; the rest of the form is hidden. */
  readonly importType: ImportType | undefined;
  /** Name of the folder that becomes the dataset. */
  readonly name: string;
  readonly cameras: readonly CameraDraft<F>[];
  /** The shared source of a keyword import. */
  readonly keywordSource: MediaImport<F> | undefined;
  readonly keywordError: string | undefined;
  readonly defaultDisplay: string;
  readonly calibrationFile: F | undefined;
  /** Annotation frame rate of videos; -1: the video's own. */
  readonly fps: number;
  /** `undefined`: frame n is the same instant on all cameras. */
  readonly alignment: TimeAlignment["mode"] | undefined;
}

/** Names of a pair, in display order; the first is active by default. */
const stereoCameras = ["left", "right"];

export function createDraft<F extends SourceFile = File>(subType: SubType): Draft<F> {
  return {
    subType,
    importType: undefined,
    name: "",
    ...noSets<F>(subType),
    calibrationFile: undefined,
    fps: -1,
    alignment: undefined,
  };
}

function noSets<F extends SourceFile>(subType: SubType) {
  const names = subType === "stereo" ? stereoCameras : [];
  return {
    cameras: names.map((name) => emptyCamera<F>(name)),
    keywordSource: undefined,
    keywordError: undefined,
    defaultDisplay: names[0] ?? "",
  };
}

function emptyCamera<F extends SourceFile>(name: string): CameraDraft<F> {
  return { name, media: undefined, trackFile: undefined, mediaError: undefined };
}

/** Drops the chosen sources, because another type of import needs others. */
export function setImportType<F extends SourceFile>(draft: Draft<F>, importType: ImportType): Draft<F> {
  return draft.importType === importType ? draft : { ...draft, importType, ...noSets<F>(draft.subType) };
}

export function addCamera<F extends SourceFile>(draft: Draft<F>, name: string): Draft<F> {
  const camera = { ...emptyCamera<F>(name), media: draft.keywordSource };
  return {
    ...draft,
    cameras: [...draft.cameras, camera],
    defaultDisplay: draft.defaultDisplay === "" ? name : draft.defaultDisplay,
  };
}

export function removeCamera<F extends SourceFile>(draft: Draft<F>, name: string): Draft<F> {
  const cameras = draft.cameras.filter((camera) => camera.name !== name);
  const isShownFirst = draft.defaultDisplay === name;
  return { ...draft, cameras, defaultDisplay: isShownFirst ? (cameras[0]?.name ?? "") : draft.defaultDisplay };
}

/** Does nothing if the camera has been removed meanwhile. */
export function editCamera<F extends SourceFile>(
  draft: Draft<F>,
  name: string,
  edit: Partial<Omit<CameraDraft<F>, "name">>,
): Draft<F> {
  return {
    ...draft,
    cameras: draft.cameras.map((camera) => (camera.name === name ? { ...camera, ...edit } : camera)),
  };
}

export function setGlob<F extends SourceFile>(draft: Draft<F>, name: string, globPattern: string): Draft<F> {
  const media = draft.cameras.find((camera) => camera.name === name)?.media;
  return media === undefined ? draft : editCamera(draft, name, { media: { ...media, globPattern } });
}

/** The source of all cameras of a keyword import; filters already typed are kept. */
export function setKeywordSource<F extends SourceFile>(draft: Draft<F>, source: MediaImport<F> | undefined): Draft<F> {
  return {
    ...draft,
    keywordSource: source,
    cameras: draft.cameras.map((camera) => ({
      ...camera,
      media: source && { ...source, globPattern: camera.media?.globPattern ?? "" },
    })),
  };
}

/** The type of the first camera that has media. */
export function mediaTypeOf<F extends SourceFile>({ cameras, keywordSource }: Draft<F>): MediaType | undefined {
  return keywordSource?.type ?? cameras.find(({ media }) => media !== undefined)?.media?.type;
}
