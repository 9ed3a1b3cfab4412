/** Recognizes the annotation files in an archive by their content, and which of them belong together. */
import { isAnnotationFormat, perPictureOf } from "#core/formats/format-table";
import type { AnnotationFormat } from "#core";
import { isReadableTable, pictureSetOf, type RecognizedFile } from "#core/formats/recognize/recognized";
import type { NamedBytes } from "#core/formats/sources/source";
import type { MediaEntry } from "#schemas/media-ledger";

import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import { leftOut, maxNamed } from "../../../../domain/archive-layout.ts";
import type { AnnotationWork } from "../../../annotations/annotation-work/annotation-work.ts";
import type { PlannedAnnotations } from "../archive/plan.ts";

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
const maxLooked = 2000;

interface InspectedFile extends RecognizedFile {
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
): Promise<{ found: FoundAnnotations[]; entries: MediaEntry[] }> {
  const looked: InspectedFile[] = [];
  const entries: MediaEntry[] = [];
  const look = async (
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
    if (looked.length >= maxLooked) {
      entries.push(...leftOut(pathsOf(one.files), "was not examined: there are too many such files.", pack));
      continue;
    }
    const sample = one.files.find(({ size, path }) => size > 0 && !isList(path)) ?? first;
    const whole = await look(one, sample, one.files);
    // Rows of numbers alone may be anything; JSON names its format.
    const isSet = pictureSetOf(whole) !== undefined;
    const isYolo = one.areLabels && whole.kind !== "foreign" && !isSet && !/\.json$/i.test(sample.path);
    if (perPictureOf(whole.kind) === "whole" || isSet) looked.push(whole);
    else if (isYolo) looked.push({ ...whole, kind: "yolo" });
    else if (one.files.length === 1 || (one.files.length > maxNamed && !isAnnotationFormat(whole.kind)))
      looked.push(whole);
    else {
      for (const file of one.files.slice(0, maxNamed)) looked.push(await look(one, file, [file]));
      const rest = pathsOf(one.files.slice(maxNamed));
      entries.push(...leftOut(rest, "is one of many such files, the first of which were imported.", pack));
    }
  }
  const lists = looked.filter(({ kind, file }) => kind === "label-list" && /(^|\/)labels\.txt$/i.test(file.path));
  const used = new Set<InspectedFile>();
  const found = looked.flatMap((one): FoundAnnotations[] => {
    const { planned: from, group, file } = one;
    const isTable = isReadableTable(one);
    const kind = isTable ? "viame-csv" : one.kind;
    if (!isAnnotationFormat(kind)) return [];
    used.add(one);
    const list = kind === "mot" ? nearestTo(file, lists) : undefined;
    if (list !== undefined) used.add(list);
    const where = group.length === from.files.length ? from.path : file.path;
    const own = from.areLabels && kind === "yolo" ? group.filter(({ path }) => isList(path)) : [];
    const companions = [
      ...(list === undefined ? [] : [[list.file, `names the classes of ${where}.`] as const]),
      ...own.map((each) => [each, `describes ${where}.`] as const),
    ];
    const files = list === undefined ? group : [...group, list.file];
    const { about, areLabels } = from;
    const isPerPicture = perPictureOf(kind) !== undefined || pictureSetOf(one) !== undefined;
    return [{ where, format: kind, isPerPicture, isTable, files, companions, about, areLabels }];
  });
  const others = looked.filter((one) => !used.has(one));
  // One per picture: report them once.
  for (const same of Map.groupBy(others, ({ file, message }) => `${folderOf(file.path)} ${message}`).values()) {
    const paths = pathsOf(same.flatMap(({ group }) => group));
    entries.push(...refusalEntries(same[0], paths));
  }
  return { found, entries };
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
  /\.ya?ml$|\.names$|\.data$|(^|\/)(classes|labels|obj|train|valid?|test)\.txt$/i.test(path);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const pathsOf = (files: readonly ArchivedFile[]): string[] => files.map(({ path }) => path);
