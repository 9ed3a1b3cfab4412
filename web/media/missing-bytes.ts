/**
 * How many bytes a truncated video file lacks, as after an interrupted copy or download. Its tables may be complete, so
 * its length and rate do not show it.
 */

/** Limit of mp4 boxes to examine: fragments can be many, and any of them may be the truncated one. */
const maxBoxes = 100_000;

/** Bytes missing at the end; 0: none, or the container does not say. */
export async function missingBytes(file: Blob): Promise<number> {
  const head = await viewOf(file, 0, 12);
  if (head.byteLength < 12) return 0;
  const [first, second, third] = [0, 4, 8].map((at) => fourCharacters(head, at));
  if (first === "RIFF" && third === "AVI ") return Math.max(0, 8 + head.getUint32(4, true) - file.size);
  return second === "ftyp" ? await missingOfBoxes(file) : 0;
}

/**
 * Walks the boxes: size (32 bits, big-endian), type; size 1: a 64-bit size follows; size 0: up to the end of the file.
 */
async function missingOfBoxes(file: Blob): Promise<number> {
  let at = 0;
  for (let count = 0; at < file.size && count < maxBoxes; count++) {
    const view = await viewOf(file, at, at + 16);
    if (view.byteLength < 8) return 0;
    const short = view.getUint32(0);
    if (short === 0) return 0;
    if (short === 1 && view.byteLength < 16) return 0;
    const size = short === 1 ? Number(view.getBigUint64(8)) : short;
    // Not a box: trailing data says nothing about the file's length.
    if (size < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(fourCharacters(view, 4))) return 0;
    at += size;
  }
  return Math.max(0, at - file.size);
}

async function viewOf(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

const fourCharacters = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
