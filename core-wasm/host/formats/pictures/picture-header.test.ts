/** Sizes of pictures as they are shown, from the beginning of their files. */
import { expect, test } from "vitest";
import { pictureSize } from "./picture-header.ts";

const uint32 = (...numbers: readonly number[]): number[] =>
  numbers.flatMap((number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]);
const letters = (text: string): number[] => [...Buffer.from(text, "latin1")];

/** A TIFF header with one entry: the orientation. */
const exif = (orientation: number): number[] => [
  ...[...letters("MM\0*"), ...uint32(8), 0, 1],
  ...[0x01, 0x12, 0, 3, ...uint32(1), 0, orientation, 0, 0],
];
const chunk = (kind: string, data: readonly number[]): number[] => [
  ...uint32(data.length),
  ...letters(kind),
  ...data,
  ...uint32(0),
];
const png = (...chunks: readonly number[][]): Uint8Array =>
  new Uint8Array([
    ...letters("\x89PNG\r\n\x1a\n"),
    ...chunk("IHDR", [...uint32(64, 48), 8, 2, 0, 0, 0]),
    ...chunks.flat(),
  ]);
const jpeg = (...exifs: readonly number[][]): Uint8Array =>
  new Uint8Array([
    ...[0xff, 0xd8],
    ...exifs.flatMap((one) => [0xff, 0xe1, 0, one.length + 8, ...letters("Exif\0\0"), ...one]),
    ...[0xff, 0xc0, 0, 17, 8, 0, 48, 0, 64],
  ]);

test.each([
  ["a PNG", png(chunk("IDAT", [])), [64, 48]],
  ["a PNG that is cut off", png(), [64, 48]],
  ["a PNG turned by its Exif", png(chunk("gAMA", [0, 0, 0, 0]), chunk("eXIf", exif(6)), chunk("IDAT", [])), [48, 64]],
  ["a mirrored PNG", png(chunk("eXIf", exif(2)), chunk("IDAT", [])), [64, 48]],
  ["a JPEG", jpeg(), [64, 48]],
  ["a JPEG turned by its Exif", jpeg(exif(8)), [48, 64]],
])("%s has the size in which it is shown", (_, bytes, size) => {
  const { width, height } = pictureSize(bytes) ?? {};
  expect([width, height]).toEqual(size);
});

test("the beginning of a PNG tells its size if no Exif can follow", () => {
  expect(pictureSize(png(chunk("iCCP", [])), true)).toBeUndefined();
  expect(pictureSize(png(chunk("iCCP", []), chunk("IDAT", [])), true)).toEqual({ width: 64, height: 48 });
});
