/**
 * A zip archive of texts or bytes, stored without compression, piece by piece. The same content gives the same bytes:
 * every file has the first moment that zip can say. Format: PKWARE APPNOTE 6.3.10.
 */
import { concatenate } from "../../join-bytes.ts";

/** 1 January 1980. */
const firstDate = 0x21;
/** Bit 11: names are UTF-8. */
const flags = 0x0800;
const most16 = 0xffff;
const most32 = 0xffffffff;
/** A quarter of a megabyte. */
const pieceBytes = 1 << 18;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = most32;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ most32) >>> 0;
}

/** Up to 4 GB, any number of files. */
export function* storedZip(
  files: Iterable<readonly [name: string, content: string | Uint8Array]>,
): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const directory: Uint8Array[] = [];
  let [position, count, heldBytes] = [0, 0, 0];
  let held: Uint8Array[] = [];
  for (const [name, given] of files) {
    const nameBytes = encoder.encode(name);
    const content = typeof given === "string" ? encoder.encode(given) : given;
    // What both headers say: flags, no compression, moment, checksum, sizes, length of the name.
    const facts = fields([2, flags], [2, 0], [2, 0], [2, firstDate], [4, crc32(content)], [4, content.length]);
    const sizes = fields([4, content.length], [2, nameBytes.length], [2, 0]);
    const local = [fields([4, 0x04034b50], [2, 20]), facts, sizes, nameBytes, content];
    const central = [fields([4, 0x02014b50], [2, 20], [2, 20]), facts, sizes];
    directory.push(...central, fields([2, 0], [2, 0], [2, 0], [4, 0], [4, position]), nameBytes);
    const length = local.reduce((sum, part) => sum + part.length, 0);
    if (position + length > most32) throw new RangeError("An archive may have 4 GB.");
    held.push(...local);
    [position, count, heldBytes] = [position + length, count + 1, heldBytes + length];
    if (heldBytes < pieceBytes) continue;
    yield concatenate(held);
    [held, heldBytes] = [[], 0];
  }
  yield concatenate([...held, ...directory, ...endOf(count, directory, position)]);
}

/** The end of the directory; with more files than it can count, in the form of zip64 as well. */
function endOf(count: number, directory: readonly Uint8Array[], start: number): readonly Uint8Array[] {
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const is64 = count > most16 || start + size > most32;
  const end = fields(
    [4, 0x06054b50],
    [4, 0],
    [2, Math.min(count, most16)],
    [2, Math.min(count, most16)],
    [4, Math.min(size, most32)],
    [4, is64 ? most32 : start],
    [2, 0],
  );
  if (!is64) return [end];
  const wide = [
    fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, start]),
  ];
  return [...wide, fields([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]), end];
}

/** Numbers one after the other, least byte first. */
function fields(...numbers: readonly (readonly [bytes: number, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(numbers.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of numbers) {
    for (let index = 0; index < length; index++) bytes[at + index] = Math.floor(value / 256 ** index) % 256;
    at += length;
  }
  return bytes;
}
