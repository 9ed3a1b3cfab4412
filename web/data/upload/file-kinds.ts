/** Which file is what, by its name. The server decides in the end (`validate_files`); this is for pickers and sorting. */

const VIDEO_EXTENSIONS = ["mp4", "webm", "avi", "mov", "wmv", "mpg", "mpeg", "mp2", "ogg", "flv"] as const;
const IMAGE_EXTENSIONS = ["gif", "jpg", "jpeg", "png", "avif", "tif", "tiff", "bmp", "sgi", "pgm"] as const;
const ANNOTATION_EXTENSIONS = ["json", "csv", "yaml", "yml"] as const;

const accept = (extensions: readonly string[]) => extensions.map((extension) => `.${extension}`).join(",");

/** Values for the `accept` of file inputs. */
export const VIDEO_ACCEPT = accept([...VIDEO_EXTENSIONS, ...ANNOTATION_EXTENSIONS]);
export const IMAGE_ACCEPT = accept([...IMAGE_EXTENSIONS, ...VIDEO_EXTENSIONS, ...ANNOTATION_EXTENSIONS]);
export const ANNOTATION_ACCEPT = accept(ANNOTATION_EXTENSIONS);
export const META_ACCEPT = ".json";

/** Lower case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Dataset configuration: what exports are called. */
export function isMetaName(name: string): boolean {
  return /(meta|config)\.json$/i.test(name);
}

/** What the upload takes as annotation file. Pickers offer YAML too; this is where it is refused. */
export function isImportableName(name: string): boolean {
  return extensionOf(name) === "json" || extensionOf(name) === "csv";
}
