/**
 * Names of the files in a zip archive, as far as they can be read without unpacking: from its directory if the archive
 * is complete, otherwise from the headers at its beginning.
 */

const maxNames = 20_000;
const decoder = new TextDecoder();
const localMark = 0x04034b50;
const entryMark = 0x02014b50;
const endMark = 0x06054b50;
const endBytes = 22;
const maxComment = 0xffff;

export function zipNames(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const start = end === undefined ? undefined : view.getUint32(end + 16, true);
  const listed = start === undefined ? [] : directoryNames(bytes, view, start);
  return listed.length > 0 ? listed : leadingNames(bytes, view);
}

function endOf(view: DataView): number | undefined {
  const min = Math.max(0, view.byteLength - endBytes - maxComment);
  for (let at = view.byteLength - endBytes; at >= min; at--) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  return undefined;
}

function directoryNames(bytes: Uint8Array, view: DataView, start: number): string[] {
  const names: string[] = [];
  for (let at = start; at + 46 <= bytes.length && names.length < maxNames;) {
    if (view.getUint32(at, true) !== entryMark) break;
    const length = view.getUint16(at + 28, true);
    names.push(decoder.decode(bytes.subarray(at + 46, at + 46 + length)));
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

/** Up to the first file whose size is stored after its data. */
function leadingNames(bytes: Uint8Array, view: DataView): string[] {
  const names: string[] = [];
  for (let at = 0; at + 30 <= bytes.length && names.length < maxNames;) {
    if (view.getUint32(at, true) !== localMark) break;
    const length = view.getUint16(at + 26, true);
    names.push(decoder.decode(bytes.subarray(at + 30, at + 30 + length)));
    const sizeFollows = (view.getUint16(at + 6, true) & 8) !== 0;
    if (sizeFollows) break;
    at += 30 + length + view.getUint16(at + 28, true) + view.getUint32(at + 18, true);
  }
  return names;
}
