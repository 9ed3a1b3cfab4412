/**
 * Annotations with one file per picture, as written by LabelMe, Pascal VOC and Supervisely: packed into one archive,
 * which is inspected and sent like any other annotation file.
 */
import { recognizeFile } from "#core/formats/recognize/recognize";
import { pictureSetOf } from "#core/formats/recognize/recognized";
import { storedZip } from "../../../core-wasm/zip/write.ts";

export interface PictureSet {
  /** All files of the format packed into one; a single file stays as it is. */
  readonly file: File;
  /** Files of the list in another format. */
  readonly others: readonly File[];
}

/** @returns `undefined` if no file has such a format */
export async function packPictureSet(files: readonly File[]): Promise<PictureSet | undefined> {
  const read: { file: File; set: string | undefined; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const file of files) {
    const bytes = withoutPicture(new Uint8Array(await file.arrayBuffer()));
    read.push({ file, set: pictureSetOf(recognizeFile(bytes, file.name)), bytes });
  }
  const format = read.find(({ set }) => set !== undefined)?.set;
  const [first, ...further] = read.filter(({ set }) => set === format);
  if (format === undefined || first === undefined) return undefined;
  const others = read.filter(({ set }) => set !== format).map(({ file }) => file);
  if (further.length === 0) return { file: first.file, others };
  const entries = [first, ...further].map(({ file, bytes }) => [file.name, bytes] as const);
  return { file: new File([...storedZip(entries)], `${format}.zip`, { type: "application/zip" }), others };
}

/**
 * LabelMe embeds the picture in its file, which would make a set too large to inspect. Removing it keeps the line
 * numbers.
 */
function withoutPicture(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length < smallBytes) return bytes;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes;
  }
  const member = /"imageData"\s*:\s*(?=")/.exec(text);
  if (member === null) return bytes;
  const start = member.index + member[0].length;
  const end = text.indexOf('"', start + 1);
  return end < 0 ? bytes : new TextEncoder().encode(`${text.slice(0, start)}null${text.slice(end + 1)}`);
}

const smallBytes = 16_384;
