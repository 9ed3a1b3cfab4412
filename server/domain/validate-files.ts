/**
 * Whether a selection of files makes one upload: `POST dive_dataset/validate_files`.
 *
 * The response has the keys of both generations of the API, for old and new clients.
 */

import type { ValidateFilesReply } from "#schemas";
import { endingOf, endingsText } from "#schemas/media-files";

import { kindOfFile } from "./file-kinds.ts";
import type { FileKind } from "./file-kinds.ts";

/** How many files are listed. */
const maxNamed = 5;

/** Begins with the text that existing clients know. */
function noMediaText(names: readonly string[]): string {
  const base = "No supported media-type files found";
  if (names.length === 0) return base;
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  const accepted = `Videos: ${endingsText("video")}. Pictures: ${endingsText("image")}. Large images: ${endingsText("large-image")}.`;
  const archive = names.map(archiveText).find((text) => text !== undefined);
  const why = archive === undefined ? "" : ` ${archive}`;
  return `${base}: ${names.slice(0, maxNamed).join(", ")}${more}.${why} ${accepted}`;
}

/**
 * `media` lists images, then videos, then large images; `annotations` lists everything else that is used: CSV, YAML,
 * annotation JSON, then configuration JSON. `type` is empty if the selection is invalid.
 */
export function validateFiles(names: readonly string[]): ValidateFilesReply {
  // There may be a hundred thousand names, so each is checked once.
  const kinds = names.map(kindOfFile);
  const of = (...wanted: FileKind[]): string[] => names.filter((_, n) => wanted.includes(kinds[n] ?? "other"));
  const videos = of("video");
  const images = of("image");
  const largeImages = of("large-image");
  const csvs = of("csv");
  const yamls = of("yaml");
  const jsons = of("json");
  const configurations = of("configuration");
  const frameMetadata = of("frame-metadata");
  const ignored = of("zip", "other");

  const media = [...images, ...videos, ...largeImages];
  const annotations = [...csvs, ...yamls, ...jsons];

  // The first broken rule decides.
  const rules: ReadonlyArray<readonly [broken: boolean, message: string]> = [
    [videos.length > 0 && images.length + largeImages.length > 0, "Do not upload images and videos in the same batch."],
    [images.length > 0 && largeImages.length > 0, "Do not upload images and tile images in the same batch."],
    [csvs.length > 1, "Can only upload a single CSV Annotation per import"],
    [frameMetadata.length > 1, "More than one metadata file was selected. Choose one file and try again."],
    [configurations.length > 1, "Can only upload a single configuration JSON per import"],
    [jsons.length > 1, "Can only upload a single annotation JSON per import"],
    [csvs.length > 0 && yamls.length > 0, "Cannot mix annotation import types"],
    [yamls.length > 1, "Can only upload a single YAML Annotation per import"],
    [annotations.length > 1, "Cannot mix annotation import types"],
    [
      videos.length > 1 && annotations.length + configurations.length > 0,
      "Annotation upload is not supported when multiple videos are uploaded",
    ],
    [media.length === 0, noMediaText(ignored)],
  ];
  const message = rules.find(([broken]) => broken)?.[1] ?? "";
  const type = videos.length > 0 ? "video" : images.length > 0 ? "image-sequence" : "large-image";
  return {
    ok: message === "",
    message,
    type: message === "" ? type : "",
    media,
    annotations: [...annotations, ...configurations],
    roles: { media, annotations, datasetConfig: configurations, frameMetadata, ignored },
    reasons: Object.fromEntries(ignored.map((name) => [name, ignoredReason(name)])),
  };
}

/** Picture formats of phones and cameras that users would miss. */
const untakenPictures: ReadonlySet<string> = new Set([
  ...[
    "heic",
    "heif",
    "dng",
    "cr2",
    "cr3",
    "nef",
    "arw",
    "orf",
    "rw2",
    "raf",
    "raw",
    "svg",
    "jxl",
    "jpx",
    "jxr",
    "hdr",
    "dcm",
  ],
]);

/** Begins with the text that existing clients know. */
function ignoredReason(name: string): string {
  const ending = endingOf(name);
  const base = "Unsupported side file";
  const archive = archiveText(name);
  if (archive !== undefined) return `${base}: ${archive}`;
  if (!name.includes(".") && !/^(readme|licen[cs]e|notice|authors|changelog|checksums)$/i.test(name))
    return `${base}: ${withoutEnding}`;
  if (!untakenPictures.has(ending)) return base;
  return `${base}: ${ending.toUpperCase()} pictures are not accepted. Save them as JPEG or PNG and upload those.`;
}

const withoutEnding =
  "its name has no extension, so its type is unknown. Rename it, for example to frame.png or clip.mp4.";

/** How to treat an archive; `undefined`: the file is not an archive. */
function archiveText(name: string): string | undefined {
  const ending = /\.(zip|7z|rar|tar|tgz|tar\.gz|gz|bz2|xz|zst)$/i.exec(name)?.[1];
  if (ending === undefined) return undefined;
  return ending.toLowerCase() === "zip"
    ? `${name} is an archive: upload it by itself.`
    : `Only zip archives are accepted: unpack ${name}, and upload its folder, or a zip of it.`;
}
