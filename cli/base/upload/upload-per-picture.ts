/**
 * Annotations next to pictures, one file each: those of LabelMe, Pascal VOC or Supervisely are read as one set and sent
 * as one file, and so are others that the server would not recognize. Unsupported formats are reported, and the
 * pictures are sent without them.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";

import { recognizeFile } from "#core/formats/recognize/recognize";
import { pictureSetOf } from "#core/formats/recognize/recognized";
import type { ImageSize } from "#core/types";
import { mediaKindOf } from "#schemas/media-files";
import { gatherOtherSide } from "./upload-other-side.ts";
import { planAnnotations } from "../annotations/sent-annotations.ts";
import { systemPath } from "../files/system-path.ts";
import type { SkippedFile, PlannedDataset, PlannedFile } from "./planned-dataset.ts";

export interface PerPicture {
  /** All files except those reported here. */
  readonly kept: readonly PlannedFile[];
  readonly leftOut: readonly SkippedFile[];
  /** The annotations of the set, as one file. */
  readonly made?: PlannedFile;
}

interface Options {
  /** Annotations were named: those next to the pictures are left out. */
  readonly areNamed: boolean;
  readonly imageSize?: ImageSize | undefined;
  readonly isQuiet: boolean;
}

export async function gatherPerPicture(
  files: readonly PlannedFile[],
  { areNamed, imageSize, isQuiet }: Options,
): Promise<PerPicture> {
  const pictures = files.filter(({ name }) => mediaKindOf(name) === "image");
  const stems = new Set(pictures.map(({ name }) => stemKey(name)));
  // With other annotations, XML is left out, and the server reports it.
  const hasOthers = areNamed || files.some(({ name }) => isSideName(name) && !/(meta|config)\.json$/i.test(name));
  const isOwn = ({ name }: PlannedFile): boolean => isSideName(name) || (!hasOthers && isXml(name));
  const own = files.filter((file) => isOwn(file) && stems.has(stemKey(file.name)));
  const leftOut: SkippedFile[] = [];
  const parts: PlannedFile[] = [];
  for (const file of own) {
    const recognized = recognizeFile(await readFile(systemPath(file.path)), file.name);
    const isOfSet = pictureSetOf(recognized) !== undefined;
    if (isOfSet && areNamed) leftOut.push({ file: file.path, reason: "other annotations were named" });
    else if (isOfSet) parts.push(file);
    // The reader of a single file reports why it is refused.
    else if (recognized.kind === "foreign" && own.length > 1)
      leftOut.push({ file: file.path, reason: recognized.message.replace(/\.$/, "") });
  }
  const named = new Set([...parts.map(({ path }) => path), ...leftOut.map(({ file }) => file)]);
  const kept = files.filter(({ path }) => !named.has(path));
  const [first] = parts;
  if (first === undefined) {
    if (areNamed || files.some(isOtherSide)) return { kept, leftOut };
    const { made, leftOut: more } = await gatherOtherSide(kept, { imageSize, isQuiet });
    const used = new Set([...(made?.parts ?? []), ...more.map(({ file }) => file)]);
    const rest = kept.filter((file) => !used.has(file.path));
    return { kept: rest, leftOut: [...leftOut, ...more], ...(made && { made }) };
  }
  const names = pictures.map(({ name }) => name);
  const source = parts.map(({ name, path }) => ({ name, read: async () => await readFile(systemPath(path)) }));
  const path = parts.length === 1 ? first.path : dirname(first.path);
  const sent = await planAnnotations(path, names, { isQuiet, imageSize, source: { files: () => source } });
  return {
    kept,
    leftOut,
    made: { ...sent, name: isXml(first.name) ? "voc.json" : "pictures.json", parts: parts.map((part) => part.path) },
  };
}

/** The dataset of a saved plan, with its annotations as one file. */
export async function withPerPicture<D extends PlannedDataset>(
  dataset: D,
  options: Omit<Options, "areNamed">,
): Promise<D> {
  const { kept, leftOut, made } = await gatherPerPicture(dataset.files, { ...options, areNamed: false });
  const own = made === undefined ? [] : [made];
  const annotations = [...dataset.annotations.filter((file) => kept.includes(file)), ...own];
  return { ...dataset, files: [...kept, ...own], annotations, leftOut: [...dataset.leftOut, ...leftOut] };
}

export const isSideName = (name: string): boolean => /\.(csv|json|ya?ml)$/i.test(name) && !isFrameMetadata(name);
/** Annotations that the server recognizes. A YAML may be a YOLO description. */
const isOtherSide = ({ name }: PlannedFile): boolean =>
  isSideName(name) && !/((meta|config)\.json|\.ya?ml)$/i.test(name);
const isXml = (name: string): boolean => /\.xml$/i.test(name);
const isFrameMetadata = (name: string): boolean => /^frame[-_]metadata\./i.test(name);
/** Files with the same key belong together. */
export const stemKey = (name: string): string => basename(name, extname(name)).normalize("NFC").toLowerCase();
