/** The files picked as the source of cameras. The server decides which of them are media, and of which type. */
import { compareNatural } from "#schemas/natural-sort";
import { endingOf, isShownImageName } from "#schemas/media-files";
import type { ValidateFilesReply } from "#schemas/wire";
import type { SourceFile } from "../upload/sort-files.ts";
import { filterByGlob } from "./glob.ts";

export type MediaType = "image-sequence" | "video" | "large-image";

export interface MediaImport<F extends SourceFile = File> {
  /** Name of the folder, or of the single file. */
  readonly sourcePath: string;
  readonly type: MediaType;
  readonly jsonMeta: {
    /** Paths inside the source, in frame order; empty for videos. */
    readonly originalImageFiles: readonly string[];
  };
  /** Selects a subset of the images. */
  readonly globPattern: string;
  /** Paths of the media that browsers cannot show and the server converts. */
  readonly mediaConvertList: readonly string[];
  /** The media by path. */
  readonly files: ReadonlyMap<string, F>;
  /** The rate of a single video, once known. */
  readonly videoFps?: number;
}

const shownVideoEndings: readonly string[] = ["mp4", "webm"];

/** `undefined`: the server cannot make a dataset of these files; its message says why. */
export function toMediaImport<F extends SourceFile>(
  picked: readonly F[],
  reply: Pick<ValidateFilesReply, "ok" | "type" | "media">,
): MediaImport<F> | undefined {
  const { ok, type } = reply;
  if (!ok || (type !== "image-sequence" && type !== "video" && type !== "large-image")) return undefined;
  const names = new Set(reply.media);
  const media = picked
    .filter((file) => names.has(file.name))
    .map((file) => [pathInside(file), file] as const)
    .sort(([a], [b]) => compareNatural(nameOf(a), nameOf(b)) || compareNatural(a, b));
  const paths = media.map(([path]) => path);
  const isShown = type === "video" ? (path: string) => shownVideoEndings.includes(endingOf(path)) : isShownImageName;
  return {
    sourcePath: folderOf(picked) ?? paths[0] ?? "",
    type,
    jsonMeta: { originalImageFiles: type === "video" ? [] : paths },
    globPattern: "",
    mediaConvertList: paths.filter((path) => !isShown(path)),
    files: new Map(media),
  };
}

/** Paths of the selected media: the filtered images, or every video. */
export function filteredMedia<F extends SourceFile>(media: MediaImport<F>): readonly string[] {
  return media.type === "video"
    ? [...media.files.keys()]
    : filterByGlob(media.globPattern, media.jsonMeta.originalImageFiles);
}

/** The picked folder; `undefined` for loose files. */
function folderOf([first]: readonly SourceFile[]): string | undefined {
  const parts = partsOf(first);
  return parts.length > 1 ? parts[0] : undefined;
}

function pathInside(file: SourceFile): string {
  const parts = partsOf(file);
  return parts.length > 1 ? parts.slice(1).join("/") : file.name;
}

function partsOf(file: SourceFile | undefined): readonly string[] {
  const path = [file?.webkitRelativePath, file?.path].find((one) => one !== undefined && one !== "") ?? "";
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

/** Frames are ordered by name, because a camera's dataset has no folders. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
