/**
 * The annotation formats and their properties: pages, server and command line offer the formats of this table, in this
 * order.
 */
export interface FormatFacts {
  /** Display name. */
  readonly title: string;
  /** Extension of its files, with the dot. */
  readonly extension: string;
  /** Ending of downloads, which identifies the format: several have the same kind of file. */
  readonly downloadEnding: string;
  readonly mimeType: string;
  /** Its name in descriptions of revisions, as used by clients of api/v1. */
  readonly logName: string;
  /**
   * One file per picture: several make a set, and the name of a file may be that of its picture. `whole`: each file says
   * everything about its picture; `part`: it needs others of the set, such as a list of classes.
   */
  readonly perPicture?: "whole" | "part";
  /** Names pictures with the folders they are in. */
  readonly namesFolders?: true;
}

export const formatTable = {
  "viame-csv": {
    title: "VIAME CSV",
    extension: ".csv",
    downloadEnding: ".csv",
    mimeType: "text/csv",
    logName: "VIAME_CSV",
  },
  "dive-json": {
    title: "DIVE JSON",
    extension: ".json",
    downloadEnding: ".dive.json",
    mimeType: "application/json",
    logName: "DIVE_JSON",
  },
  coco: {
    title: "COCO",
    extension: ".json",
    downloadEnding: ".coco.json",
    mimeType: "application/json",
    logName: "COCO_JSON",
    namesFolders: true,
  },
  kwcoco: {
    title: "KWCOCO",
    extension: ".json",
    downloadEnding: ".kwcoco.json",
    mimeType: "application/json",
    logName: "COCO_JSON",
    namesFolders: true,
  },
  "cvat-xml": {
    title: "CVAT XML",
    extension: ".xml",
    downloadEnding: ".cvat.xml",
    mimeType: "application/xml",
    logName: "CVAT_XML",
    namesFolders: true,
  },
  voc: {
    title: "Pascal VOC",
    extension: ".zip",
    downloadEnding: ".voc.zip",
    mimeType: "application/zip",
    logName: "PASCAL_VOC",
    perPicture: "whole",
    namesFolders: true,
  },
  labelme: {
    title: "LabelMe",
    extension: ".zip",
    downloadEnding: ".labelme.zip",
    mimeType: "application/zip",
    logName: "LABELME",
    perPicture: "whole",
    namesFolders: true,
  },
  "label-studio": {
    title: "Label Studio",
    extension: ".json",
    downloadEnding: ".label-studio.json",
    mimeType: "application/json",
    logName: "LABEL_STUDIO",
    namesFolders: true,
  },
  datumaro: {
    title: "Datumaro",
    extension: ".json",
    downloadEnding: ".datumaro.json",
    mimeType: "application/json",
    logName: "DATUMARO",
    namesFolders: true,
  },
  yolo: {
    title: "YOLO",
    extension: ".zip",
    downloadEnding: ".yolo.zip",
    mimeType: "application/zip",
    logName: "YOLO",
    perPicture: "part",
  },
  "yolo-segment": {
    title: "YOLO segmentation",
    extension: ".zip",
    downloadEnding: ".yolo-segment.zip",
    mimeType: "application/zip",
    logName: "YOLO",
    perPicture: "part",
  },
  "yolo-obb": {
    title: "YOLO OBB",
    extension: ".zip",
    downloadEnding: ".yolo-obb.zip",
    mimeType: "application/zip",
    logName: "YOLO",
    perPicture: "part",
  },
  "yolo-pose": {
    title: "YOLO pose",
    extension: ".zip",
    downloadEnding: ".yolo-pose.zip",
    mimeType: "application/zip",
    logName: "YOLO",
    perPicture: "part",
  },
  mot: {
    title: "MOT Challenge",
    extension: ".txt",
    downloadEnding: ".mot.txt",
    mimeType: "text/plain",
    logName: "MOT",
  },
  kpf: {
    title: "KPF",
    extension: ".kpf.yml",
    downloadEnding: ".kpf.yml",
    mimeType: "application/yaml",
    logName: "MEVA_KPF",
  },
} as const satisfies Record<string, FormatFacts>;

export type AnnotationFormat = keyof typeof formatTable;

export const formatNames = Object.keys(formatTable) as readonly AnnotationFormat[];

/** All variants are read alike. */
export const isYolo = (format: string): boolean => format === "yolo" || format.startsWith("yolo-");

/** Whether positions are fractions of the picture: its size must be known for writing. */
export function hasRelativePositions(format: string): boolean {
  return format === "label-studio" || isYolo(format);
}

/** Whether a text is the name of a format. */
export function isAnnotationFormat(name: string): name is AnnotationFormat {
  return Object.hasOwn(formatTable, name);
}

/** For a format, or any other kind of file. */
export const perPictureOf = (kind: string): FormatFacts["perPicture"] =>
  isAnnotationFormat(kind) ? (formatTable[kind] as FormatFacts).perPicture : undefined;

export const namesFolders = (format: AnnotationFormat): boolean =>
  (formatTable[format] as FormatFacts).namesFolders === true;
