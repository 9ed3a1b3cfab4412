/** Facts from the first bytes of a picture: its format, whatever its name, and whether a PNG is an animation. */
import { type FileHandle, open } from "node:fs/promises";

/** Endings of the formats, by the beginning of a file; a dot stands for any byte. */
const beginnings: readonly (readonly [ending: string, beginning: RegExp])[] = [
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["jpg", /^\xff\xd8\xff/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF.{4}WEBP/s],
  ["bmp", /^BM.{4}\0\0\0\0/s],
  ["avif", /^.{4}ftyp(avif|avis|mif1)/s],
  ["tif", /^(II\*\0|MM\0\*)/],
  ["jp2", /^\0\0\0\x0cjP {2}/],
];

/** @returns the usual ending of its format, `png` and `jpg` among them; `undefined`: not a known picture */
export async function endingByContent(path: string): Promise<string | undefined> {
  return await withFile(path, async (file) => {
    const start = (await bytesAt(file, 0, 16)).toString("latin1");
    return beginnings.find(([, beginning]) => beginning.test(start))?.[0];
  });
}

const signatureBytes = 8;
/** Before the pixels of an animation there are few other chunks. */
const maxChunks = 100;

/** The number of pictures of an animated PNG; 1 for any other. */
export async function countPngPictures(path: string): Promise<number> {
  return await withFile(path, async (file) => {
    let at = signatureBytes;
    for (let chunk = 0; chunk < maxChunks; chunk++) {
      const head = await bytesAt(file, at, 12);
      const kind = head.toString("latin1", 4, 8);
      if (head.length < 12 || kind === "IDAT") return 1;
      if (kind === "acTL") return Math.max(1, head.readUInt32BE(8));
      at += head.readUInt32BE(0) + 12;
    }
    return 1;
  });
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
