/**
 * File types for file pickers, and the role of each file that is not media. The server has the final say
 * (`validate_files`).
 */
import { endingOf, fileEndings } from "#schemas/media-files";
import { annotationEndings } from "../../features/import/annotation-files.ts";

/** A zip archive may hold any of them. */
const accept = (endings: readonly string[]) => [...endings, "zip"].map((ending) => `.${ending}`).join(",");

/** Values of the `accept` attribute of file inputs, by kind of media. */
export const pickerAccept = {
  video: accept([...fileEndings.video, ...annotationEndings]),
  images: accept([...fileEndings.image, ...fileEndings["large-image"], ...fileEndings.video, ...annotationEndings]),
  largeImages: accept([...fileEndings["large-image"], ...annotationEndings]),
  zip: ".zip",
};
export const metaAccept = ".json";

/** Dataset configuration, by the name that exports give it. */
export function isMetaName(name: string): boolean {
  return /(meta|config)\.json$/i.test(name);
}

/** Frame metadata, not annotations. The server uses the same names. */
export function isFrameMetadataName(name: string): boolean {
  return /^frame[-_]metadata\.(csv|json|txt)$/i.test(name);
}

/** Annotations of a tool, which are read in the browser; other files with such endings may be about anything. */
export function isExportName(name: string): boolean {
  return ["xgtf", "jsonl", "ndjson", "manifest"].includes(endingOf(name)) || /^annotations\.xml$/i.test(name);
}

/** A file about the media, rather than media itself. */
export function isDataName(name: string): boolean {
  return isFrameMetadataName(name) || (annotationEndings as readonly string[]).includes(endingOf(name));
}
