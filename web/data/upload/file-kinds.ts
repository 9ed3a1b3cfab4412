/**
 * What pickers offer, and the role of each file that is not media. The server decides in the end (`validate_files`).
 */
import { endingOf, fileEndings } from "#schemas/media-files";
import { annotationEndings } from "../../features/import/annotation-files.ts";

/** An archive may hold any of them. */
const accept = (endings: readonly string[]) => [...endings, "zip"].map((ending) => `.${ending}`).join(",");

/** Values for the `accept` of file inputs, by the kind of media that is picked. */
export const pickerAccept = {
  video: accept([...fileEndings.video, ...annotationEndings]),
  images: accept([...fileEndings.image, ...fileEndings["large-image"], ...fileEndings.video, ...annotationEndings]),
  largeImages: accept([...fileEndings["large-image"], ...annotationEndings]),
  zip: ".zip",
};
export const metaAccept = ".json";

/** Dataset configuration: what exports are called. */
export function isMetaName(name: string): boolean {
  return /(meta|config)\.json$/i.test(name);
}

/** Values of frames, not annotations: the server goes by the same names. */
export function isFrameMetadataName(name: string): boolean {
  return /^frame[-_]metadata\.(csv|json|txt)$/i.test(name);
}

/** A file that says something about the media instead of being one. */
export function isDataName(name: string): boolean {
  return isFrameMetadataName(name) || (annotationEndings as readonly string[]).includes(endingOf(name));
}
