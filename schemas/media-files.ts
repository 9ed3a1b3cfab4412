/**
 * Which files make a dataset, by their extensions: the only list, used by the server, the file pickers and every
 * message. Content is examined later; the name decides how a file is treated (api-v1 14.9, with the extensions missing
 * there).
 */

/** Extensions without the dot, lower case. */
export const fileEndings = {
  video: [
    ...(["mp4", "webm", "mov", "m4v", "mkv", "ts", "avi", "wmv", "mpg", "mpeg", "mp2", "ogg", "ogv", "flv"] as const),
    // Camcorders, phones, action cameras, broadcast, discs, and streams without a container.
    ...(["mts", "m2ts", "m2t", "tod", "3gp", "3g2", "lrv", "mxf", "vob", "dv", "y4m"] as const),
    // Other spellings.
    ...(["asf", "divx", "f4v", "m1v", "mpe", "qt"] as const),
    ...(["h264", "264", "h265", "265", "hevc", "m2v"] as const),
  ],
  image: [
    ...(["png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp", "avif", "bmp", "sgi", "pgm"] as const),
    ...(["ppm", "pbm", "tga", "jp2", "psd", "exr"] as const),
  ],
  "large-image": ["tif", "tiff", "nitf", "ntf", "vrt", "r0", "r1", "r2", "r3", "r4", "r5", "r6"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Files with the calibration of a pair of stereo cameras. */
export const calibrationEndings: readonly string[] = ["cam", "json", "npz", "yml", "zip"];

export function isCalibrationName(name: string): boolean {
  // The other spelling of yml.
  return calibrationEndings.includes(endingOf(name)) || endingOf(name) === "yaml";
}

export type MediaKind = keyof typeof fileEndings;

/** Images that the viewer shows unchanged; others must be converted first. */
export const shownImageEndings: readonly string[] = ["png", "jpg", "jpeg", "jpe", "jfif"];

const kindByEnding: ReadonlyMap<string, MediaKind> = new Map(
  Object.entries(fileEndings).flatMap(([kind, endings]) => endings.map((ending) => [ending, kind as MediaKind])),
);

/** Lower case, without the dot; empty when the name has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The name without its ending; a leading dot begins no ending. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}

/** Whether an operating system made this file in a folder or an archive, by its path. */
export const isSystemFile = (path: string): boolean =>
  /(^|\/)(__MACOSX|\._[^/]*|\.DS_Store|Thumbs\.db|ehthumbs\.db|desktop\.ini|\$RECYCLE\.BIN)(\/|$)/i.test(path);

export function mediaKindOf(name: string): MediaKind | undefined {
  return kindByEnding.get(endingOf(name));
}

/** Of a mixture of videos, images and large images: the files of the kinds that are fewer. */
export function mixedIn(names: readonly string[]): string[] {
  const kinds = names.map(mediaKindOf);
  const countOf = (kind: MediaKind | undefined): number => kinds.filter((each) => each === kind).length;
  const [max] = [...new Set(kinds)].filter((kind) => kind !== undefined).toSorted((a, b) => countOf(b) - countOf(a));
  return names.filter((_, n) => kinds[n] !== undefined && kinds[n] !== max);
}

export function isShownImageName(name: string): boolean {
  return shownImageEndings.includes(endingOf(name));
}

/** For display: `png, jpg, gif`, without alternative spellings. */
export function endingsText(kind: MediaKind): string {
  const spellings = new Set([
    "jpeg",
    "jpe",
    "jfif",
    "mpeg",
    "mp2",
    "ogv",
    "m2ts",
    "m2t",
    "tod",
    "asf",
    "divx",
    "f4v",
    "m1v",
    "mpe",
    "qt",
    "3g2",
    "264",
    "265",
    "hevc",
    "tiff",
    "ntf",
    "r0",
    "r1",
    "r2",
    "r3",
    "r4",
    "r5",
    "r6",
  ]);
  return fileEndings[kind].filter((ending) => !spellings.has(ending)).join(", ");
}
