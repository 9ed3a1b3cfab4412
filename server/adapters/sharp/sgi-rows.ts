/**
 * Finds rows of a run-length encoded SGI picture that lack their end marker. Lenient readers show them, strict ones
 * refuse the file (SGI image file format 1.00: each row ends with a count of 0).
 */

const headerBytes = 512;
const magic = 474;

/** @returns how many of the rows lack it; undefined if it is not such a picture */
export function sgiRowsWithoutEnd(bytes: Uint8Array): { readonly open: number; readonly rows: number } | undefined {
  if (bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [isCoded, bytesPerChannel] = [view.getUint8(2) === 1, view.getUint8(3)];
  if (view.getUint16(0) !== magic || !isCoded || (bytesPerChannel !== 1 && bytesPerChannel !== 2)) return undefined;
  const rows = view.getUint16(8) * view.getUint16(10);
  const lengthsAt = headerBytes + rows * 4;
  if (lengthsAt + rows * 4 > bytes.length) return undefined;
  let open = 0;
  for (let row = 0; row < rows; row++) {
    const end = view.getUint32(headerBytes + row * 4) + view.getUint32(lengthsAt + row * 4);
    if (end < bytesPerChannel || end > bytes.length || bytes[end - 1] !== 0) open++;
  }
  return { open, rows };
}
