/**
 * The annotation formats: how each is read into a core and written from one, so that browser, server and command line
 * support the same formats and write the same bytes. Their names are in `format-table.ts`.
 */
import type { PlainCoco } from "./coco/coco-loose.ts";
import type { ColumnMapping } from "./recognize/column-mapping.ts";
import { writeCvat } from "./cvat/cvat-writer.ts";
import { writeDatumaro } from "./datumaro/datumaro-writer.ts";
import { emptyCore } from "./exchange/document-members.ts";
import type { DatasetFacts, WriteOptions } from "./exchange/dataset-file.ts";
import { withProblems } from "./exchange/reading.ts";
import { joinPieces } from "./exchange/writing.ts";
import {
  formatNames,
  formatTable,
  isAnnotationFormat,
  type AnnotationFormat,
  type FormatFacts,
} from "./format-table.ts";
import { writeKpf } from "./kpf/kpf-writer.ts";
import { writeLabelStudio } from "./label-studio/label-studio-writer.ts";
import { writeLabelme } from "./labelme/labelme-writer.ts";
import { pythonFloatText } from "./text/python-text.ts";
import {
  isZip,
  openSource,
  readOnlyFile,
  sourceOfFiles,
  type AnnotationSource,
  type SourceContent,
} from "./sources/source.ts";
import type { TranslatedFile } from "./translate/translate.ts";
import { writeVoc } from "./voc/voc-writer.ts";
import { writeYolo, type YoloOptions } from "./yolo/yolo-writer.ts";
import type {
  AnnotationCore,
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

export interface AnnotationFormatEntry extends FormatFacts {
  /** @throws CoreError when the content is refused; the core is then empty. */
  read(core: AnnotationCore, content: SourceContent, options: ReadOptions): Promise<ReadReport>;
  write(core: AnnotationCore, facts: DatasetFacts, options: WriteOptions): WritingPieces;
}

type FormatFunctions = Omit<AnnotationFormatEntry, keyof FormatFacts>;

const functions: Readonly<Record<AnnotationFormat, FormatFunctions>> = {
  "viame-csv": {
    read: single((core, bytes, options) => core.reader.readViameCsv(bytes, options)),
    write: (core, facts, options) => core.writer.writeViameCsvPieces(viameCsvOptions(facts, options)),
  },
  "dive-json": {
    read: single(async (core, bytes, options) => {
      const { repeatedMembers } = await import("./recognize/repeated-members.ts");
      return withProblems(repeatedMembers(bytes), core.reader.readDiveJson(bytes, options));
    }),
    write: (core, facts, options) => core.writer.writeDiveJsonPieces(diveJsonOptions(facts, options)),
  },
  coco: cocoFunctions("coco"),
  kwcoco: cocoFunctions("kwcoco"),
  // Readers that need a library are loaded on demand.
  "cvat-xml": {
    read: several(async () => (await import("./cvat/cvat-reader.ts")).readCvat),
    write: (core, facts, { filter }) => writeCvat(core, { ...facts, filter }),
  },
  voc: {
    read: several(async () => (await import("./voc/voc-reader.ts")).readVoc),
    write: (core, facts, { filter }) => writeVoc(core, { ...facts, filter }),
  },
  labelme: {
    read: several(async () => (await import("./labelme/labelme-reader.ts")).readLabelme),
    write: (core, facts, { filter }) => writeLabelme(core, { ...facts, filter }),
  },
  "label-studio": {
    read: single(async (core, bytes, options) =>
      (await import("./label-studio/label-studio-reader.ts")).readLabelStudio(core, bytes, options),
    ),
    write: (core, facts, { filter }) => writeLabelStudio(core, { ...facts, filter }),
  },
  datumaro: {
    read: readCocoContent,
    write: (core, facts, { filter }) => writeDatumaro(core, { ...facts, filter }),
  },
  yolo: yoloFunctions("detect"),
  "yolo-segment": yoloFunctions("segment"),
  "yolo-obb": yoloFunctions("obb"),
  "yolo-pose": yoloFunctions("pose"),
  mot: {
    read: several(async () => (await import("./mot/mot-files.ts")).readMotFiles),
    write: (core, _facts, options) => core.writer.writeMotPieces(motOptions(options)),
  },
  kpf: {
    read: several(async () => (await import("./kpf/kpf-reader.ts")).readKpf),
    write: (core, { fps }, { filter }) => writeKpf(core, { fps, filter }),
  },
};

export const annotationFormats = Object.fromEntries(
  formatNames.map((format) => {
    const { write, read } = functions[format];
    const checked: FormatFunctions["read"] = async (core, content, options) => {
      const report = await read(core, content, options);
      const stated = report.imageSizes ?? (report.imageSize && [report.imageSize]);
      const isVideo = options.isMeasured === true && options.imageSize !== undefined;
      if (stated === undefined || !(isVideo || options.imageSizes !== undefined)) return report;
      const { differingSizes } = await import("./exchange/differing-sizes.ts");
      return withProblems(differingSizes(stated, options), report);
    };
    return [format, { ...formatTable[format], write, read: checked }];
  }),
) as Readonly<Record<AnnotationFormat, AnnotationFormatEntry>>;

function cocoFunctions(format: "coco" | "kwcoco"): FormatFunctions {
  return {
    read: readCocoContent,
    write: (core, facts, options) => core.writer.writeCocoPieces(cocoOptions(format, facts, options)),
  };
}

async function readCocoContent(
  core: AnnotationCore,
  content: SourceContent,
  options: ReadOptions,
): Promise<ReadReport> {
  if (content instanceof Uint8Array && !isZip(content)) return await readCocoOrTranslated(core, content, options);
  const source = await openedFor(core, options, () => openSource(content));
  const [only, ...others] = source.files();
  if (others.length > 0) {
    const { translateSet } = await import("./translate/translate.ts");
    const set = await openedFor(core, options, () => translateSet(source, options));
    if (set !== undefined) return readTranslated(core, set, options);
    const files = [...source.files()];
    const { withPanopticMasks } = await import("./coco/panoptic-masks.ts");
    const panoptic = await openedFor(core, options, () => withPanopticMasks(files));
    if (panoptic !== undefined) return await readCocoOrTranslated(core, panoptic, options);
    const parts = files.filter(({ name }) => /\.json$/i.test(name));
    const { joinSplits } = await import("./coco/join-splits.ts");
    const joined = parts.length < 2 ? undefined : await openedFor(core, options, () => joinSplits(parts));
    if (joined !== undefined) {
      const bytes = new TextEncoder().encode(JSON.stringify(joined.document));
      return readTranslated(core, { bytes, problems: [joined.problem] }, options);
    }
  }
  const bytes = await openedFor(core, options, () => readOnlyFile(source));
  return await readCocoOrTranslated(core, bytes, options, only?.name);
}

/** Files of some other tools are translated into COCO first. */
async function readCocoOrTranslated(
  core: AnnotationCore,
  bytes: Uint8Array,
  options: ReadOptions,
  name?: string,
): Promise<ReadReport> {
  const { recognizeFile } = await import("./recognize/recognize.ts");
  const { translated: tool } = recognizeFile(bytes, name);
  const translated = tool && (await (await import("./translate/translate.ts")).translate(bytes, tool, name, options));
  return translated === undefined
    ? await readLooseCoco(core, bytes, options)
    : readTranslated(core, translated, options);
}

/**
 * COCO with other names than its own gets those first. If only some entries have them, reading tells: the file is then
 * read again, unless it is large.
 */
async function readLooseCoco(core: AnnotationCore, given: Uint8Array, options: ReadOptions): Promise<ReadReport> {
  const { readOneVideo } = await import("./coco/coco-one-video.ts");
  const { repeatedMembers } = await import("./recognize/repeated-members.ts");
  const { bytes = given, problems } = readOneVideo(given, options);
  return withProblems([...repeatedMembers(given), ...problems], await readLooseDocument(core, bytes, options));
}

async function readLooseDocument(core: AnnotationCore, bytes: Uint8Array, options: ReadOptions): Promise<ReadReport> {
  const { readLoose, ignoredFrameIds } = await import("./coco/coco-loose.ts");
  const { looksLikeLooseCoco } = await import("./coco/loose-signs.ts");
  const finish = (read: ReadReport): ReadReport => withProblems(ignoredFrameIds(bytes, read.imageNames), read);
  const plain = readLoose(bytes, false, options.imageNames);
  if (plain !== undefined) return finish(readTranslatedCoco(core, plain, options));
  const report = core.reader.readCoco(bytes, options);
  // Annotations added to existing ones cannot be removed again here.
  const repaired =
    options.mode !== "additive" && looksLikeLooseCoco(core, report, bytes)
      ? readLoose(bytes, true, options.imageNames)
      : undefined;
  return finish(repaired === undefined ? report : readTranslatedCoco(core, repaired, options));
}

function readTranslatedCoco(
  core: AnnotationCore,
  { bytes, problems, renamedMembers }: PlainCoco,
  options: ReadOptions,
): ReadReport {
  const report = withProblems(problems, core.reader.readCoco(bytes, options));
  return renamedMembers.length === 0 ? report : { ...report, renamedMembers };
}

/** Places in the translated text would mean nothing to users. */
function readTranslated(core: AnnotationCore, file: TranslatedFile, options: ReadOptions): ReadReport {
  const { bytes, problems, format } = file;
  const report = core.reader.readCoco(bytes, options);
  const others = report.problems.map(({ severity, code, message }) => ({ severity, code, message }));
  return withProblems(problems, { ...report, ...(format !== undefined && { format }), problems: others });
}

/** All variants are read alike: the rows and their description determine which one it is. */
function yoloFunctions(task: YoloOptions["task"]): FormatFunctions {
  return {
    read: several(async () => (await import("./yolo/yolo-reader.ts")).readYolo),
    write: (core, facts, { filter, labels }) => writeYolo(core, { ...facts, task, filter, labels }),
  };
}

/** A format with a single file. */
function single(
  read: (core: AnnotationCore, bytes: Uint8Array, options: ReadOptions) => ReadReport | Promise<ReadReport>,
): AnnotationFormatEntry["read"] {
  return async (core, content, options) => {
    if (content instanceof Uint8Array && !isZip(content)) return await read(core, content, options);
    const source = await openedFor(core, options, () => openSource(content));
    const bytes = await openedFor(core, options, () => readOnlyFile(source));
    const report = await read(core, bytes, options);
    if (source.copy === undefined) return report;
    const { readerProblem } = await import("./problems/reader-problems.ts");
    return withProblems([readerProblem("copy-left-out", [source.copy])], report);
  };
}

/** A format that may have several files. */
function several(
  load: () => Promise<(core: AnnotationCore, source: AnnotationSource, options: ReadOptions) => Promise<ReadReport>>,
): AnnotationFormatEntry["read"] {
  return async (core, content, options) => {
    const read = await load();
    return await read(core, await openedFor(core, options, () => openSource(content)), options);
  };
}

/** A source that cannot be opened leaves the core empty, like a reader that refuses its content. */
async function openedFor<T>(core: AnnotationCore, { mode }: ReadOptions, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (mode !== "additive") emptyCore(core);
    throw error;
  }
}

export interface ReadFileOptions extends ReadOptions {
  /** The file's name, used when the content alone is not conclusive. */
  readonly name?: string;
  /** The format of the file, instead of detecting it. */
  readonly format?: AnnotationFormat;
  /** Meaning of a table's columns; the file then has no format of its own. */
  readonly columns?: ColumnMapping;
}

/**
 * Reads a file or a set of files in any format.
 * @throws CoreError when it is refused; with the code `not-annotations` when it cannot be read at all
 */
export async function readAnnotationFile(
  core: AnnotationCore,
  content: SourceContent,
  { name, format, columns, ...options }: ReadFileOptions = {},
): Promise<ReadReport> {
  if (columns !== undefined) {
    const { readColumns, readTableFiles } = await import("./columns/read-columns.ts");
    const { bytes, typeNames, problems } = await openedFor(core, options, () => readTableFiles(content, name, columns));
    return withProblems(problems, readColumns(core, bytes, columns, options, typeNames));
  }
  if (format !== undefined && content instanceof Uint8Array && !isZip(content)) {
    // The name may identify the picture that the file is about.
    const named = name === undefined ? content : sourceOfFiles([{ name, bytes: content }]);
    return await annotationFormats[format].read(core, named, options);
  }
  // The viewer only writes files, so it does not load the code that recognizes them.
  const { recognizeContent } = await import("./recognize/recognize-source.ts");
  const found = await openedFor(core, options, () => recognizeContent(content, name));
  const { kind, message, source } = found;
  if (format !== undefined) {
    return await annotationFormats[format].read(core, kind === format ? source : content, options);
  }
  if (kind === "table" && found.columns !== undefined && found.columns.caveat === undefined) {
    const { columns: proposed } = found;
    const title = found.judgment?.winner.title ?? "";
    const { joinTables } = await import("./columns/join-tables.ts");
    const { bytes, list, problems } = await openedFor(core, options, () =>
      joinTables(source, { title, columns: proposed }),
    );
    const { readProposedColumns } = await import("./columns/read-columns.ts");
    return withProblems(problems, readProposedColumns(core, bytes, { title, list }, proposed, options));
  }
  if (!isAnnotationFormat(kind)) throw new CoreError(kind === "empty" ? "empty-file" : "not-annotations", message);
  return await annotationFormats[kind].read(core, source, options);
}

/** Writes the content of the core as a file. */
export function writeAnnotationFile(
  core: AnnotationCore,
  format: AnnotationFormat,
  facts: DatasetFacts,
  options: WriteOptions = {},
): WriteReport {
  return joinPieces(writeAnnotationPieces(core, format, facts, options));
}

/** Writes the same file in pieces. */
export function writeAnnotationPieces(
  core: AnnotationCore,
  format: AnnotationFormat,
  facts: DatasetFacts,
  options: WriteOptions = {},
): WritingPieces {
  return annotationFormats[format].write(core, facts, options);
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
    // An empty list means that the names are not known.
    ...(type === "image-sequence" && imageNames.length > 0 && { imageNames }),
    ...(imageSize !== undefined && { imageSize }),
    ...(imageSizes !== undefined && { imageSizes }),
    ...(datasetInfo !== undefined && { datasetInfo }),
    ...(typeHierarchy !== undefined && { typeHierarchy }),
    ...(filter !== undefined && { filter }),
    ...(style !== undefined && { style }),
  };
}
