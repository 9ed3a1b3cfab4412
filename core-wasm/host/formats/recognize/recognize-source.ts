/**
 * Recognizes a set of files: by their names if those are conclusive, otherwise by their contents. Formats of many files
 * are read as a whole; in other formats one file may contain the annotations, and several are refused by name.
 */
import { columnsText } from "./column-mapping.ts";
import { perPictureOf } from "../format-table.ts";
import { recognizeFile } from "./recognize.ts";
import {
  fileAPicture,
  isReadableTable,
  judgmentOf,
  listInParts,
  withClassList,
  withMediaTable,
  type FileKind,
  type RecognizedFile,
} from "./recognized.ts";
import { classDescriptions, isHidden, isMotInput, recognizeNames } from "./recognize-names.ts";
import {
  isZip,
  openSource,
  sourceOfFiles,
  type AnnotationSource,
  type SourceContent,
  type SourceFile,
} from "../sources/source.ts";
import { isPanoptic } from "../coco/coco-panoptic.ts";
import { CoreError } from "../../types.ts";

export interface RecognizedSource extends RecognizedFile {
  /** The files to read. */
  readonly source: AnnotationSource;
}

/** Maximum number of files to examine: in a format of many files the first ones are enough. */
const maxScanned = 200;
const readableName = /\.(csv|tsv|jsonl?|ndjson|manifest|txt|ya?ml|xml|xgtf|ini)$/i;

/** Files that accompany MOT annotations. */
const motNeighbors: ReadonlySet<FileKind> = new Set<FileKind>(["label-list", "sequence-info"]);
const noAnnotations: ReadonlySet<FileKind> = new Set<FileKind>([
  "archive",
  "calibration",
  "dive-config",
  "empty",
  "frame-metadata",
  "image",
  "json-list",
  "label-list",
  "multi-camera",
  "sequence-info",
  "unknown",
  "video",
  "web-page",
]);

/**
 * @param name of the file, the archive or the folder
 * @throws CoreError when it contains annotations in a broken archive
 */
export async function recognizeContent(content: SourceContent, name = ""): Promise<RecognizedSource> {
  if (!(content instanceof Uint8Array)) return await recognizeSet(content, name);
  const recognized = recognizeFile(content, name);
  if (recognized.kind !== "archive" || !isZip(content)) {
    return {
      ...recognized,
      source: await openedFor(recognized.kind, content, name),
    };
  }
  try {
    const found = await recognizeSet(await openSource(content, name), name);
    // The message for an archive without annotations is about media.
    return found.kind === "archive" ? { ...found, message: `${recognized.message} ${found.message}` } : found;
  } catch (error) {
    if (error instanceof CoreError)
      return {
        ...recognized,
        message: error.message,
        source: sourceOfFiles([{ name, bytes: content }]),
      };
    throw error;
  }
}

/** Recognized content may still be refused by its reader, which says why; a broken archive fails when it is opened. */
async function openedFor(kind: FileKind, bytes: Uint8Array, name: string): Promise<AnnotationSource> {
  return noAnnotations.has(kind) ? sourceOfFiles([{ name, bytes }]) : await openSource(bytes, name);
}

function judged(found: RecognizedFile): RecognizedFile {
  const judgment = judgmentOf(found);
  return judgment === undefined ? found : { ...found, judgment };
}

async function recognizeSet(source: AnnotationSource, name: string, isInner = false): Promise<RecognizedSource> {
  const files = [...source.files()].filter((file) => !isHidden(file.name));
  const byName = recognizeNames(files.map((file) => file.name));
  if (byName !== undefined) return { ...judged(byName), source };
  const looked: (RecognizedFile & { readonly file: SourceFile })[] = [];
  for (const file of files.filter((one) => readableName.test(one.name)).slice(0, maxScanned)) {
    looked.push({ ...recognizeFile(await file.read(), file.name), file });
  }
  const known = looked.filter(({ kind }) => !noAnnotations.has(kind));
  const found = known.filter(({ kind }) => kind !== "foreign");
  const [foreign] = known;
  if (found.length === 0 && foreign !== undefined) return { kind: "foreign", message: foreign.message, source };
  const [first, second] = found;
  const shown = name === "" ? "it" : name;
  const archives = files.filter((file) => /\.(zip|tar|tgz|gz|7z|rar)$/i.test(file.name));
  const [inner, ...further] = archives;
  if (first === undefined && inner !== undefined) {
    if (further.length === 0 && !isInner && /\.zip$/i.test(inner.name))
      return await recognizeSet(await openSource(await inner.read(), inner.name), `${shown}/${inner.name}`, true);
    const named = archives
      .slice(0, 10)
      .map((file) => file.name)
      .join(", ");
    const message = `No file in ${shown} holds annotations, but it has archives in it (${named}): unpack ${shown}, and use the archives inside one at a time.`;
    return { kind: "archive", message, source };
  }
  if (first === undefined)
    return {
      kind: "archive",
      message: `No file in ${shown} holds annotations.`,
      source,
    };
  const { kind, message, columns, judgment, file } = first;
  const weighed = judgment === undefined ? {} : { judgment };
  if (perPictureOf(kind) !== undefined && found.every((one) => one.kind === kind)) {
    return { kind, message, ...weighed, source };
  }
  const { translated } = first;
  const isSet =
    translated !== undefined &&
    (fileAPicture.has(translated) ||
      withClassList.has(translated) ||
      withMediaTable.has(translated) ||
      (second !== undefined && listInParts.has(translated)));
  if (isSet && found.every((one) => one.translated === translated)) {
    return { kind, message, translated, ...weighed, source };
  }
  // Parts of one dataset, such as train and val.
  if (second !== undefined && found.every((one) => one.kind === "coco" && one.translated === undefined)) {
    return { kind, message, ...weighed, source: { files: () => found.map((one) => one.file) } };
  }
  const descriptions = looked.filter((one) => classDescriptions.test(one.file.name)).map((one) => one.file);
  if (second !== undefined && columns !== undefined && found.every((one) => areOneTable(one, first))) {
    const files = [...found.map((one) => one.file), ...descriptions];
    return { kind, message, columns, ...weighed, source: { files: () => files } };
  }
  const isCompanion = (one: (typeof looked)[number]): boolean =>
    kind === "mot" ? motNeighbors.has(one.kind) : kind === "table" && classDescriptions.test(one.file.name);
  const companions = looked.filter(isCompanion).map((one) => one.file);
  const parts = partsOf(found);
  if (second !== undefined && parts !== undefined)
    return { kind, message, ...weighed, source: { files: () => [...parts, ...companions] } };
  const exported = exportedTwice(found);
  if (exported !== undefined) {
    const [complete, copy] = exported;
    const files = { files: () => [complete.file], copy };
    return { ...judged({ kind: complete.kind, message: complete.message }), source: files };
  }
  if (second !== undefined) {
    const several = `${found.length} files in ${shown} hold annotations, ${file.name} and ${second.file.name} among them`;
    return {
      kind: "archive",
      message: `${several}: read them one at a time.`,
      source,
    };
  }
  // The shapes of panoptic COCO.
  if (kind === "coco" && isPanoptic(await file.read())) {
    const masks = files.filter((one) => /\.png$/i.test(one.name));
    return { kind, message, ...weighed, source: { files: () => [file, ...masks] } };
  }
  const facts = { ...(columns && { columns }), ...weighed };
  return { kind, message, ...facts, source: { files: () => [file, ...companions] } };
}

/** Whether both are read by the names of their columns, and have the same. */
function areOneTable(one: RecognizedFile, other: RecognizedFile): boolean {
  const [text, same] = [one, other].map((file) => isReadableTable(file) && columnsText(file.columns!));
  return typeof text === "string" && text === same && /(^|,)image=/.test(text);
}

type Looked = Pick<RecognizedFile, "kind"> & { readonly file: SourceFile };

/** The annotations of one dataset in two formats, as in the archives that servers of api/v1 write. */
function exportedTwice<T extends Looked>(found: readonly T[]): readonly [complete: T, copy: string] | undefined {
  const complete = found.find(({ kind }) => kind === "dive-json");
  const copy = complete?.file.name.replace(/(^|\/)annotations\.dive\.json$/, "$1annotations.viame.csv");
  const isCopy = found.length === 2 && found.some(({ file }) => file !== complete?.file && file.name === copy);
  return complete !== undefined && copy !== undefined && isCopy ? [complete, copy] : undefined;
}

/** The files of one clip, which tools divide: KPF has positions, types and activities apart, MOT ground truth and input. */
function partsOf(found: readonly Looked[]): readonly SourceFile[] | undefined {
  const files = found.map(({ file }) => file);
  const areAll = (kind: FileKind): boolean => found.every((one) => one.kind === kind);
  if (areAll("kpf")) {
    const clips = new Set(files.map(({ name }) => name.replace(/\.(geom|types|activities|regions)\.ya?ml$/i, "")));
    return clips.size === 1 ? files : undefined;
  }
  const truth = files.filter(({ name }) => /(^|\/)gt\/gt\.txt$/i.test(name));
  const isInput = ({ name }: SourceFile): boolean => isMotInput(name);
  return areAll("mot") && truth.length === 1 && files.every((one) => one === truth[0] || isInput(one))
    ? files
    : undefined;
}
