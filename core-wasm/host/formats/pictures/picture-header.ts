/** Width and height of a picture from the first bytes of its file: PNG, JPEG, GIF, BMP and WebP. */
import type { ImageSize } from "../../types.ts";

/** Names of such pictures. */
export const pictureName = /\.(png|jpe?g|gif|bmp|webp)$/i;

/** @param isPart the file continues after the bytes, so that something there may turn the picture */
export function pictureSize(bytes: Uint8Array, isPart = false): ImageSize | undefined {
  try {
    const size = sizeIn(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), isPart);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // The header is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sizeIn(view: DataView, isPart: boolean): ImageSize | undefined {
  const mark = view.getUint32(0);
  if (mark === 0x89504e47) return pngSize(view, isPart);
  if (mark === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (mark >>> 16 === 0x424d) {
    // Negative: the rows are stored from the top down.
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  }
  if (mark >>> 16 === 0xffd8) return jpegSize(view);
  return mark === 0x52494646 && view.getUint32(8) === 0x57454250 ? webpSize(view) : undefined;
}

/** Its Exif, if any, is usually before the pixels; browsers and servers turn the picture by it. */
function pngSize(view: DataView, isPart: boolean): ImageSize | undefined {
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  for (let at = 8; at + 8 < view.byteLength; at += view.getUint32(at) + 12) {
    const kind = view.getUint32(at + 4);
    const isTurned = kind === 0x65584966 && isRotated(view, at + 8);
    if (isTurned) return { width: height, height: width };
    if (kind === 0x49444154) return { width, height };
  }
  // Its Exif may be after a large color profile.
  return isPart ? undefined : { width, height };
}

/** Reads the frame header; the thumbnail is in its own segment, which is skipped. The picture may be rotated. */
function jpegSize(view: DataView): ImageSize {
  let isSideways = false;
  for (let at = 2; ;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++;
    const kind = view.getUint8(at + 1);
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return isSideways ? { width: height, height: width } : { width, height };
    }
    const hasExif = kind === 0xe1 && view.getUint32(at + 4) === 0x45786966;
    if (hasExif) isSideways ||= isRotated(view, at + 10);
    at += 2 + view.getUint16(at + 2);
  }
}

/** Whether the Exif orientation swaps width and height. @param start of the Exif's own header */
function isRotated(view: DataView, start: number): boolean {
  const isLittle = view.getUint16(start) === 0x4949;
  const list = start + view.getUint32(start + 4, isLittle);
  const count = view.getUint16(list, isLittle);
  for (let index = 0; index < count; index++) {
    const entry = list + 2 + index * 12;
    if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle) >= 5;
  }
  return false;
}

function webpSize(view: DataView): ImageSize | undefined {
  const kind = view.getUint32(12);
  if (kind === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503858) return undefined;
  const three = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
  return { width: three(24), height: three(27) };
}
