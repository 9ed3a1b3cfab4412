/**
 * Annotations next to media whose names the server would not recognize: CVAT XML, MOT rows, YOLO labels, tab-separated
 * tables. They are read here, and sent as one file.
 */
import { readFile } from "node:fs/promises";

import { isAnnotationFormat } from "#core/formats/format-table";
import { recognizeFile } from "#core/formats/recognize/recognize";
import { isReadableTable } from "#core/formats/recognize/recognized";
import type { ImageSize } from "#core/types";
import { mediaKindOf } from "#schemas/media-files";
import { CliError } from "../process/errors.ts";
import type { SkippedFile, PlannedFile } from "./planned-dataset.ts";
import { planAnnotations } from "../annotations/sent-annotations.ts";
import { systemPath } from "../files/system-path.ts";

export interface OtherSide {
  /** The result of reading the files, which are its parts. */
  readonly made?: PlannedFile;
  readonly leftOut: readonly SkippedFile[];
}

interface Options {
  readonly imageSize?: ImageSize | undefined;
  readonly isQuiet: boolean;
}

const isText = ({ name }: PlannedFile): boolean => /\.(xml|txt|tsv)$/i.test(name);
/** Lists of class names for YOLO and MOT. */
const isList = ({ name }: PlannedFile): boolean =>
  /(^(_?classes|labels|predefined_classes)\.txt|\.names|\.ya?ml)$/i.test(name);

export async function gatherOtherSide(files: readonly PlannedFile[], options: Options): Promise<OtherSide> {
  // With several videos it is unknown which one they are about.
  const isOneDataset = files.filter(({ name }) => mediaKindOf(name) === "video").length <= 1;
  const texts = isOneDataset ? files.filter((file) => isText(file) && !isList(file)) : [];
  const labelFiles: { readonly file: PlannedFile; readonly isYolo: boolean }[] = [];
  for (const file of texts) {
    const recognized = recognizeFile(await readFile(systemPath(file.path)), file.name);
    const isYolo = recognized.kind === "yolo";
    if (isYolo || isAnnotationFormat(recognized.kind) || isReadableTable(recognized)) labelFiles.push({ file, isYolo });
  }
  const [first, ...others] = labelFiles;
  if (first === undefined) return { leftOut: [] };
  const isSet = labelFiles.every(({ isYolo }) => isYolo);
  if (others.length > 0 && !isSet) {
    const reason = "there are several annotation files; name one with --annotations";
    return { leftOut: labelFiles.map(({ file }) => ({ file: file.path, reason })) };
  }
  const parts = [...labelFiles.map(({ file }) => file), ...files.filter(isList)];
  try {
    const made = await send(isSet ? parts : [first.file], files, isSet, options);
    return { made: { ...made, parts: parts.map(({ path }) => path) }, leftOut: [] };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { leftOut: parts.map(({ path }) => ({ file: path, reason: error.message.replace(/\.$/, "") })) };
  }
}

/** YOLO labels are read together with the pictures, whose sizes they need. */
async function send(
  [first, ...others]: readonly PlannedFile[],
  files: readonly PlannedFile[],
  isSet: boolean,
  { imageSize, isQuiet }: Options,
): Promise<PlannedFile> {
  const names = files.map(({ name }) => name);
  const path = first?.path ?? "";
  if (!isSet || first === undefined) return await planAnnotations(path, names, { isQuiet, imageSize });
  const pictures = files.filter(({ name }) => mediaKindOf(name) === "image");
  const source = [first, ...others, ...pictures].map((file) => ({
    name: file.name,
    read: async () => await readFile(systemPath(file.path)),
  }));
  const sent = await planAnnotations(path, names, { isQuiet, imageSize, source: { files: () => source } });
  return { ...sent, name: "yolo.json" };
}
