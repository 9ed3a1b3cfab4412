/** Recognizes the annotation files in an archive by their content, and which of them belong together. */
import { isAnnotationFormat, perPictureOf } from "#core/formats/format-table";
import type { AnnotationFormat } from "#core";
import {
  isReadableTable,
  pictureSetOf,
  type RecognizedFile,
  withClassList,
  withMediaTable,
} from "#core/formats/recognize/recognized";
import { classDescriptions } from "#core/formats/recognize/recognize-names";
import type { NamedBytes } from "#core/formats/sources/source";
import type { MediaEntry } from "#schemas/media-ledger";

import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import { leftOut, maxNamed } from "../../../../domain/archive-layout.ts";
import type { AnnotationWork } from "../../../annotations/annotation-work/annotation-work.ts";
import type { PlannedAnnotations } from "../planned-dataset.ts";

export interface FoundAnnotations extends Pick<PlannedAnnotations, "about" | "areLabels"> {
  /** Name for display. */
  readonly where: string;
  readonly format: AnnotationFormat;
  /** The names of the files name the pictures. */
  readonly isPerPicture: boolean;
  /** Instead of a format: a table that is read by the names of its columns. */
  readonly isTable: boolean;
  /** The files that are read together, including companions. */
  readonly files: readonly ArchivedFile[];
  /** Files that help to read it, and what each was used for, to be put after its name. */
  readonly companions: readonly (readonly [file: ArchivedFile, use: string])[];
}

/** How much of a file is read to recognize it. */
const headBytes = 4 * 1024 * 1024;
/** Maximum number of files examined; for many of one kind, the first decides. */
const maxInspectedFiles = 2000;

export interface RecognizedAnnotations {
  readonly found: readonly FoundAnnotations[];
  /** About all other files. */
  readonly entries: readonly MediaEntry[];
}

/** A file whose beginning was read. */
export interface InspectedFile extends RecognizedFile {
  readonly file: ArchivedFile;
  readonly planned: PlannedAnnotations;
  /** All files that it represents. */
  readonly group: readonly ArchivedFile[];
}

/** @returns the annotations, and findings about all other files */
export async function findAnnotations(
  work: AnnotationWork,
  planned: readonly PlannedAnnotations[],
  signal: AbortSignal,
): Promise<RecognizedAnnotations> {
  const { inspected, entries } = await inspectFiles(work, planned, signal);
  const { found, entries: others } = classifyFiles(inspected);
  return { found, entries: [...entries, ...others] };
}

/** Of many files of one kind, one is read for all. */
async function inspectFiles(
  work: AnnotationWork,
  planned: readonly PlannedAnnotations[],
  signal: AbortSignal,
): Promise<{ inspected: InspectedFile[]; entries: MediaEntry[] }> {
  const inspected: InspectedFile[] = [];
  const entries: MediaEntry[] = [];
  const inspect = async (
    one: PlannedAnnotations,
    file: ArchivedFile,
    group: readonly ArchivedFile[],
  ): Promise<InspectedFile> => {
    signal.throwIfAborted();
    return { ...(await work.recognize(await headOf(file), file.path)), file, planned: one, group };
  };
  for (const one of planned) {
    const [first] = one.files;
    if (first === undefined) continue;
    if (inspected.length >= maxInspectedFiles) {
      entries.push(...leftOut(pathsOf(one.files), "was not examined: there are too many such files.", pack));
      continue;
    }
    const sample = one.files.find(({ size, path }) => size > 0 && !isList(path)) ?? first;
    const whole = await inspect(one, sample, one.files);
    const together = asOneSet(whole);
    if (together !== undefined) {
      inspected.push(together);
      continue;
    }
    for (const file of one.files.slice(0, maxNamed)) inspected.push(await inspect(one, file, [file]));
    const rest = pathsOf(one.files.slice(maxNamed));
    entries.push(...leftOut(rest, "is one of many such files, the first of which were imported.", pack));
  }
  return { inspected, entries };
}

/** The files of a group as one set of annotations, or as one thing to report; `undefined`: each is its own. */
function asOneSet(sample: InspectedFile): InspectedFile | undefined {
  const { kind, file, planned } = sample;
  const isPictureSet = pictureSetOf(sample) !== undefined;
  if (perPictureOf(kind) === "whole" || isPictureSet) return sample;
  // Rows of numbers alone may be anything; JSON names its format.
  if (planned.areLabels && kind !== "foreign" && !/\.json$/i.test(file.path)) return { ...sample, kind: "yolo" };
  const count = planned.files.length;
  return count === 1 || (count > maxNamed && !isAnnotationFormat(kind)) ? sample : undefined;
}

/** Decides which files are annotations and which help to read them; the others get entries. */
export function classifyFiles(inspected: readonly InspectedFile[]): RecognizedAnnotations {
  const lists = inspected.filter(({ kind, file }) => kind === "label-list" && /(^|\/)labels\.txt$/i.test(file.path));
  const used = new Set<InspectedFile>();
  const recognized = inspected.flatMap((one): FoundAnnotations[] => {
    const isTable = isReadableTable(one);
    const format = isTable ? "viame-csv" : one.kind;
    if (!isAnnotationFormat(format)) return [];
    used.add(one);
    const list = format === "mot" ? nearestTo(one.file, lists) : companionOf(one, inspected, isTable);
    if (list !== undefined) used.add(list);
    return [{ ...withCompanions(one, format, list), format, isTable }];
  });
  const others = inspected.filter((one) => !used.has(one));
  // One per picture: report them once.
  const alike = Map.groupBy(others, ({ file, message }) => `${folderOf(file.path)} ${message}`);
  const entries = [...alike.values()].flatMap((same) =>
    refusalEntries(same[0], pathsOf(same.flatMap(({ group }) => group))),
  );
  return { found: recognized, entries };
}

/** The file next to it that names its classes or its pictures. */
function companionOf(
  { file, translated }: InspectedFile,
  inspected: readonly InspectedFile[],
  isTable: boolean,
): InspectedFile | undefined {
  if (isTable) return nextTo(file, inspected, classDescriptions);
  if (translated === undefined) return undefined;
  if (withClassList.has(translated)) return nextTo(file, inspected, /(^|\/)_?classes\.txt$/i);
  return withMediaTable.has(translated) ? nextTo(file, inspected, /(^|\/)media\.csv$/i) : undefined;
}

/** @param list the file that names the classes */
function withCompanions(
  one: InspectedFile,
  format: AnnotationFormat,
  list: InspectedFile | undefined,
): Omit<FoundAnnotations, "format" | "isTable"> {
  const { planned, group, file } = one;
  const { about, areLabels, path } = planned;
  const where = group.length === planned.files.length ? path : file.path;
  const ownLists = areLabels && format === "yolo" ? group.filter((each) => isList(each.path)) : [];
  return {
    where,
    files: list === undefined ? group : [...group, list.file],
    companions: [
      ...(list === undefined
        ? []
        : [
            [
              list.file,
              `names the ${/media\.csv$/i.test(list.file.path) ? "pictures" : "classes"} of ${where}.`,
            ] as const,
          ]),
      ...ownLists.map((each) => [each, `describes ${where}.`] as const),
    ],
    isPerPicture: perPictureOf(format) !== undefined || pictureSetOf(one) !== undefined,
    about,
    areLabels,
  };
}

/** Labels are named as in a YOLO archive: their folders no longer matter. */
export async function readFiles({ files, format, isPerPicture }: FoundAnnotations): Promise<Uint8Array | NamedBytes[]> {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0 && !isPerPicture) return await readAll(only);
  const named: NamedBytes[] = [];
  for (const file of files) {
    const last = file.path.slice(file.path.lastIndexOf("/") + 1);
    const name = format === "yolo" ? `${isList(last) ? "" : "labels/"}${last}` : file.path;
    named.push({ name, bytes: await readAll(file) });
  }
  return named;
}

const pack = "Import them as one file, such as COCO.";

function refusalEntries(one: InspectedFile | undefined, paths: readonly string[]): MediaEntry[] {
  if (one === undefined) return [];
  const { kind, message } = one;
  if (kind === "empty") return leftOut(paths, "is empty, and was left out.");
  if (kind === "label-list") return leftOut(paths, "names classes, but no annotations next to it need them.");
  if (kind === "sequence-info")
    return leftOut(paths, "describes the length and size of a sequence, which its pictures already show.");
  const isKnown = kind === "foreign" || kind === "table" || kind === "ambiguous";
  return leftOut(paths, `${isKnown ? "was not imported" : "holds no annotations that can be read"}. ${message}`);
}

/** The file of this name in the same folder. */
function nextTo({ path }: ArchivedFile, inspected: readonly InspectedFile[], name: RegExp): InspectedFile | undefined {
  return inspected.find(({ file }) => folderOf(file.path) === folderOf(path) && name.test(file.path));
}

/** In the same folder, else in the nearest one above. */
function nearestTo({ path }: ArchivedFile, lists: readonly InspectedFile[]): InspectedFile | undefined {
  const depth = (one: InspectedFile): number => folderOf(one.file.path).length;
  return lists
    .filter(({ file }) => folderOf(file.path) === "" || `${folderOf(path)}/`.startsWith(`${folderOf(file.path)}/`))
    .toSorted((a, b) => depth(b) - depth(a))[0];
}

async function headOf(file: ArchivedFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of file.read()) {
    parts.push(part);
    length += part.length;
    if (length >= headBytes) break;
  }
  return new Uint8Array(Buffer.concat(parts).subarray(0, headBytes));
}

async function readAll(file: ArchivedFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of file.read()) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

const isList = (path: string): boolean =>
  /\.ya?ml$|\.names$|\.data$|(^|\/)(_?classes|labels|obj|train|valid?|test)\.txt$|(^|\/)_darknet\.labels$/i.test(path);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const pathsOf = (files: readonly ArchivedFile[]): string[] => files.map(({ path }) => path);
