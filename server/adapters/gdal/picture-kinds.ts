/**
 * Checks the first bytes of files before GDAL reads them. GDAL itself goes by content, so a VRT under another name
 * would bypass the check of its sources.
 */
import { open } from "node:fs/promises";

const starts: readonly RegExp[] = [
  /^(NITF|NSIF)/,
  /^(II[*+]\0|MM\0[*+])/, // TIFF
  /^\x89PNG\r\n/,
  /^\xff\xd8\xff/, // JPEG
  /^\0\0\0\x0cjP {2}|^\xff\x4f\xff\x51/, // JPEG 2000
  /^GIF8/,
  /^BM/,
];

/** Whether a file is a picture that contains its own pixels. */
export async function isPlainPicture(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const start = buffer.subarray(0, bytesRead).toString("latin1");
    return starts.some((pattern) => pattern.test(start));
  } finally {
    await file.close();
  }
}
