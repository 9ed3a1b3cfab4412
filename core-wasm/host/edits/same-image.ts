/**
 * Whether two images of an entity mean the same even though their bytes differ: a server writes the members of objects
 * in its own order, so a saved annotation that is read again may have different bytes. Numbers, frames and flags are
 * compared directly, texts as JSON.
 *
 * The layout of images is that of assembly/edit/images.ts; a damaged image equals no other.
 */
import { Entity } from "../border.ts";
import { Image, objectOf } from "./journal-check.ts";

export const opHeaderBytes = 24;
const footerBytes = 4;

/** Rewrites `op` as one made on `actual`, the entity's current image; `undefined` if it was made on something else. */
export function moveOp(op: Uint8Array, actual: Uint8Array): Uint8Array | undefined {
  const view = new DataView(op.buffer, op.byteOffset, op.byteLength);
  const afterStart = opHeaderBytes + view.getUint32(16, true);
  const before = op.subarray(opHeaderBytes, afterStart);
  if (!isSameImage(view.getUint32(4, true), before, actual)) return undefined;
  const after = op.subarray(afterStart, op.length - footerBytes);
  const moved = new Uint8Array(opHeaderBytes + actual.length + after.length + footerBytes);
  moved.set(op.subarray(0, opHeaderBytes));
  moved.set(actual, opHeaderBytes);
  moved.set(after, opHeaderBytes + actual.length);
  const header = new DataView(moved.buffer);
  header.setUint32(0, moved.length, true);
  header.setUint32(16, actual.length, true);
  header.setUint32(moved.length - footerBytes, moved.length, true);
  return moved;
}

export function isSameImage(entity: number, a: Uint8Array, b: Uint8Array): boolean {
  // An absent entity has an empty image.
  if ((a.length === 0) !== (b.length === 0)) return false;
  const read = readers[entity];
  if (read === undefined || a.length === 0) return a.length === b.length && a.every((byte, at) => byte === b[at]);
  try {
    return textOf(read(imageOf(a))) === textOf(read(imageOf(b)));
  } catch {
    return false;
  }
}

/** Readers for images that contain JSON. Others are compared by their bytes. */
const readers: Readonly<Record<number, (image: Image) => unknown>> = {
  [Entity.track]: readTrack,
  [Entity.keyframe]: readKeyframe,
  [Entity.group]: (image) => [image.u32(), image.u32(), objectOf(image.rest())],
  [Entity.texts]: readTexts,
};

function readTrack(image: Image): unknown {
  const [begin, end] = [image.u32(), image.u32()];
  const pairsEnd = image.u32();
  const pairs = Array.from({ length: pairsEnd }, () => image.u8());
  const texts = readTexts(image);
  const rows = Array.from({ length: image.u32() }, () => [image.u32(), readKeyframe(image)]);
  return [begin, end, pairs, texts, rows];
}

/** Bounds, length, flags, members. */
function readKeyframe(image: Image): unknown {
  const numbers = Array.from({ length: 5 }, () => String(image.f64()));
  return [numbers, image.u32(), objectOf(`{${image.text()}}`)];
}

/** Attributes and further members. */
function readTexts(image: Image): unknown {
  return [objectOf(image.text() || "{}"), objectOf(`{${image.text()}}`)];
}

function imageOf(bytes: Uint8Array): Image {
  return new Image(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** JSON with the members of objects in a fixed order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
