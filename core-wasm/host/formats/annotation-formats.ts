/**
 * The annotation formats: what they are called, how each is read into a core and written from one. Whoever offers formats
 * to people goes by this table, so that browser, server and command line know the same ones and write the same bytes.
 */
import { writeCvat, writeCvatPieces } from "./cvat-writer.ts";
import type { DatasetFacts, WriteOptions } from "./dataset-file.ts";
import { writeKpf, writeKpfPieces } from "./kpf-writer.ts";
import { pythonFloatText } from "./python-text.ts";
import { recogniseFile } from "./recognise.ts";
import { writeYolo, writeYoloPieces, type YoloOptions } from "./yolo-writer.ts";
import type {
  AnnotationCore,
  AnnotationFormat,
  CocoOptions,
  DiveJsonOptions,
  MotOptions,
  ReadOptions,
  ReadReport,
  ViameCsvOptions,
  WriteReport,
  WritingPieces,
} from "../types.ts";
import { CoreError } from "../types.ts";

export interface AnnotationFormatEntry {
  /** What people call it. */
  readonly title: string;
  /** Of its files, with the dot. */
  readonly extension: string;
  readonly mimeType: string;
  /** @throws CoreError when the file is refused; the core is empty then. */
  read(core: AnnotationCore, bytes: Uint8Array, options: ReadOptions): Promise<ReadReport>;
  write(core: AnnotationCore, facts: DatasetFacts, options: WriteOptions): WriteReport;
  /** The same file piece by piece. */
  writePieces(core: AnnotationCore, facts: DatasetFacts, options: WriteOptions): WritingPieces;
}

export const annotationFormats: Readonly<Record<AnnotationFormat, AnnotationFormatEntry>> = {
  "viame-csv": {
    title: "VIAME CSV",
    extension: ".csv",
    mimeType: "text/csv",
    read: async (core, bytes, options) => core.readViameCsv(bytes, options),
    write: (core, facts, options) => core.writeViameCsv(viameCsvOptions(facts, options)),
    writePieces: (core, facts, options) => core.writeViameCsvPieces(viameCsvOptions(facts, options)),
  },
  "dive-json": {
    title: "DIVE JSON",
    extension: ".json",
    mimeType: "application/json",
    read: async (core, bytes, options) => core.readDiveJson(bytes, options),
    write: (core, facts, options) => core.writeDiveJson(diveJsonOptions(facts, options)),
    writePieces: (core, facts, options) => core.writeDiveJsonPieces(diveJsonOptions(facts, options)),
  },
  mot: {
    title: "MOT Challenge",
    extension: ".txt",
    mimeType: "text/plain",
    read: async (core, bytes, options) => core.readMot(bytes, options),
    write: (core, _facts, options) => core.writeMot(motOptions(options)),
    writePieces: (core, _facts, options) => core.writeMotPieces(motOptions(options)),
  },
  kpf: {
    title: "KPF",
    extension: ".kpf.yml",
    mimeType: "application/yaml",
    // With a YAML library, for those who need it.
    read: async (core, bytes, options) => (await import("./kpf-reader.ts")).readKpf(core, bytes, options),
    write: (core, { fps }, { filter }) => writeKpf(core, { fps, filter }),
    writePieces: (core, { fps }, { filter }) => writeKpfPieces(core, { fps, filter }),
  },
  coco: {
    title: "COCO",
    extension: ".json",
    mimeType: "application/json",
    read: async (core, bytes, options) => core.readCoco(bytes, options),
    write: (core, facts, options) => core.writeCoco(cocoOptions("coco", facts, options)),
    writePieces: (core, facts, options) => core.writeCocoPieces(cocoOptions("coco", facts, options)),
  },
  kwcoco: {
    title: "KWCOCO",
    extension: ".json",
    mimeType: "application/json",
    read: async (core, bytes, options) => core.readCoco(bytes, options),
    write: (core, facts, options) => core.writeCoco(cocoOptions("kwcoco", facts, options)),
    writePieces: (core, facts, options) => core.writeCocoPieces(cocoOptions("kwcoco", facts, options)),
  },
  "cvat-xml": {
    title: "CVAT XML",
    extension: ".xml",
    mimeType: "application/xml",
    read: async (core, bytes, options) => (await import("./cvat-reader.ts")).readCvat(core, bytes, options),
    write: (core, facts, { filter }) => writeCvat(core, { ...facts, filter }),
    writePieces: (core, facts, { filter }) => writeCvatPieces(core, { ...facts, filter }),
  },
  yolo: yoloEntry("YOLO", "detect"),
  "yolo-segment": yoloEntry("YOLO segmentation", "segment"),
};

/** Both are read alike: the rows say what they are. */
function yoloEntry(title: string, task: YoloOptions["task"]): AnnotationFormatEntry {
  return {
    title,
    extension: ".zip",
    mimeType: "application/zip",
    read: async (core, bytes, options) => (await import("./yolo-reader.ts")).readYolo(core, bytes, options),
    write: (core, facts, { filter, labels }) => writeYolo(core, { ...facts, task, filter, labels }),
    writePieces: (core, facts, { filter, labels }) => writeYoloPieces(core, { ...facts, task, filter, labels }),
  };
}

/** Of downloads, which say the format: several have the same kind of file. */
export const downloadEndings: Readonly<Record<AnnotationFormat, string>> = {
  "viame-csv": ".csv",
  "dive-json": ".dive.json",
  coco: ".coco.json",
  kwcoco: ".kwcoco.json",
  mot: ".mot.txt",
  kpf: ".kpf.yml",
  "cvat-xml": ".cvat.xml",
  yolo: ".yolo.zip",
  "yolo-segment": ".yolo-segment.zip",
};

/** Whether a text names one of the formats. */
export function isAnnotationFormat(name: string): name is AnnotationFormat {
  return Object.hasOwn(annotationFormats, name);
}

export interface ReadFileOptions extends ReadOptions {
  /** The file's name, which helps where content says too little. */
  readonly name?: string;
  /** What the file is, instead of looking inside. */
  readonly format?: AnnotationFormat;
}

/**
 * Reads a file, whatever format it has.
 * @throws CoreError when it is refused; with the code `not-annotations` when it is no annotation file that can be read.
 */
export async function readAnnotationFile(
  core: AnnotationCore,
  bytes: Uint8Array,
  { name, format, ...options }: ReadFileOptions = {},
): Promise<ReadReport> {
  return annotationFormats[format ?? requireFormat(bytes, name)].read(core, bytes, options);
}

function requireFormat(bytes: Uint8Array, name: string | undefined): AnnotationFormat {
  const { kind, message } = recogniseFile(bytes, name);
  if (isAnnotationFormat(kind)) return kind;
  throw new CoreError(kind === "empty" ? "empty-file" : "not-annotations", message);
}

/** The content of the core as a file. */
export function writeAnnotationFile(
  core: AnnotationCore,
  format: AnnotationFormat,
  facts: DatasetFacts,
  options: WriteOptions = {},
): WriteReport {
  return annotationFormats[format].write(core, facts, options);
}

/** The same, piece by piece. */
export function writeAnnotationPieces(
  core: AnnotationCore,
  format: AnnotationFormat,
  facts: DatasetFacts,
  options: WriteOptions = {},
): WritingPieces {
  return annotationFormats[format].writePieces(core, facts, options);
}

function diveJsonOptions({ fps }: DatasetFacts, { filter, style }: WriteOptions): DiveJsonOptions {
  return {
    ...(fps !== undefined && fps > 0 && { fps }),
    ...(filter !== undefined && { filter }),
    ...(style !== undefined && { style }),
  };
}

function viameCsvOptions(
  { type, fps, imageNames, datasetInfo }: DatasetFacts,
  { filter, revision, exportedTime, dialect = "dive", lineEnd }: WriteOptions,
): ViameCsvOptions {
  return {
    dialect,
    ...(lineEnd !== undefined && { lineEnd }),
    mediaType: type,
    ...(fps !== undefined && type === "video" && { fps }),
    ...(fps !== undefined && type === "video" && dialect === "dive" && { fpsText: pythonFloatText(fps) }),
    ...(type === "image-sequence" && { imageNames }),
    ...(revision !== undefined && { revision }),
    ...(datasetInfo !== undefined && { datasetInfo }),
    ...(exportedTime !== undefined && { exportedTime }),
    ...(filter !== undefined && { filter }),
  };
}

function motOptions({ filter, labels, pixelOrigin, motForm }: WriteOptions): MotOptions {
  return {
    ...(filter !== undefined && { filter }),
    ...(labels !== undefined && { labels }),
    ...(pixelOrigin !== undefined && { pixelOrigin }),
    ...(motForm !== undefined && { form: motForm }),
  };
}

function cocoOptions(
  format: "coco" | "kwcoco",
  { type, fps, imageNames, datasetInfo, typeHierarchy, name, imageSize, imageSizes }: DatasetFacts,
  { filter, style }: WriteOptions,
): CocoOptions {
  return {
    format,
    mediaType: type,
    ...(name !== undefined && { name }),
    ...(fps !== undefined && type === "video" && { fps }),
    // No names at all: they are not known.
    ...(type === "image-sequence" && imageNames.length > 0 && { imageNames }),
    ...(imageSize !== undefined && { imageSize }),
    ...(imageSizes !== undefined && { imageSizes }),
    ...(datasetInfo !== undefined && { datasetInfo }),
    ...(typeHierarchy !== undefined && { typeHierarchy }),
    ...(filter !== undefined && { filter }),
    ...(style !== undefined && { style }),
  };
}
