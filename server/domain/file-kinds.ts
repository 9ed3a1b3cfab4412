/**
 * The kind of a file, judged by its name: media by the list in `schemas/media-files.ts`, data files by the rules of
 * api/v1.
 */
import { isShownImageName, mediaKindOf, type MediaKind, stemOf } from "#schemas/media-files";

export type FileKind = MediaKind | "csv" | "yaml" | "json" | "configuration" | "frame-metadata" | "zip" | "other";

const suffixes: ReadonlyArray<readonly [FileKind, RegExp]> = [
  ["csv", /\.csv$/i],
  ["yaml", /\.ya?ml$/i],
  ["configuration", /(meta|config)\.json$/i],
  ["json", /\.json$/i],
  ["zip", /\.zip$/i],
];

/** The file name without folders. */
function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}

/** `frame-metadata.csv` and similar files describe frames; they are never annotations. */
export function isFrameMetadataName(name: string): boolean {
  return /^frame[-_]metadata\.(csv|json|txt)$/i.test(baseName(name));
}

/** `reef_metadata.csv` or `reef-metadata.json` next to `reef.mp4`: describes the frames of that video. */
export function isFrameMetadataOf(name: string, video: string): boolean {
  const [, stem] = /^(.+)[-_]metadata\.(csv|json|txt)$/i.exec(baseName(name)) ?? [];
  return stem !== undefined && stem.toLowerCase() === stemOf(baseName(video)).toLowerCase();
}

export function kindOfFile(name: string): FileKind {
  if (isFrameMetadataName(name)) return "frame-metadata";
  return mediaKindOf(name) ?? suffixes.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
}

/** Pictures and videos. */
export function isMediaName(name: string): boolean {
  return mediaKindOf(baseName(name)) !== undefined;
}

/** Whether postprocessing reads an item of this name other than as media. */
export function isDataFileName(name: string): boolean {
  return ["csv", "json", "configuration", "yaml", "frame-metadata"].includes(kindOfFile(name));
}

/** Pictures that every browser shows as they are. */
export const isWebSafeImageName = isShownImageName;

/** The media type a stored file is served with; decided by the server, never by the uploader. */
export function mediaTypeOfFile(name: string): string {
  const suffix = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return mediaTypes[suffix] ?? "application/octet-stream";
}

const mediaTypes: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  jpe: "image/jpeg",
  jfif: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  mp4: "video/mp4",
  m4v: "video/mp4",
  mkv: "video/x-matroska",
  mov: "video/quicktime",
  webm: "video/webm",
  csv: "text/csv",
  json: "application/json",
  zip: "application/zip",
};
