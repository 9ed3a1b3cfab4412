/**
 * Makes `core-wasm/drawing/glyph-data.ts`: the letters that `wakeline render` writes, as pictures of DejaVu Sans Bold
 * (Bitstream Vera license). Run it on a machine with that font: `npx node tests/tools/make-glyphs.ts`.
 */
import { writeFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import sharp from "sharp";

const height = 24;
const baseline = 18;
const sizePx = 18;
const widest = 40;
const ranges = [
  [0x21, 0x7e],
  [0xa1, 0x17f],
  [0x386, 0x3ce],
  [0x401, 0x45f],
  [0x2013, 0x2014],
  [0x2026, 0x2026],
  [0x25a1, 0x25a1],
] as const;

const chars = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n));
const widths: number[] = [];
const rows: number[][] = [];
for (const code of chars) {
  const text = String.fromCodePoint(code).replace(/[&<>]/, (letter) => `&#${letter.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widest}" height="${height}"><text x="2" y="${baseline}" font-family="DejaVu Sans" font-weight="bold" font-size="${sizePx}" fill="#fff">${text}</text></svg>`;
  const { data } = await sharp(Buffer.from(svg)).extractChannel("alpha").raw().toBuffer({ resolveWithObject: true });
  let last = 3;
  for (let at = 0; at < data.length; at++) if (data[at]! > 8) last = Math.max(last, at % widest);
  const width = last;
  widths.push(width);
  rows.push(
    Array.from({ length: width * height }, (_, n) => data[Math.floor(n / width) * widest + 1 + (n % width)]! >> 4),
  );
}
const nibbles = rows.flat();
const bytes = Buffer.alloc(Math.ceil(nibbles.length / 2));
for (const [at, value] of nibbles.entries()) bytes[at >> 1]! |= at % 2 === 0 ? value << 4 : value;
const packed = deflateRawSync(bytes, { level: 9 }).toString("base64");
writeFileSync(
  "core-wasm/drawing/glyph-data.ts",
  `/**
 * Pictures of letters, made by \`tests/tools/make-glyphs.ts\` from DejaVu Sans Bold (Bitstream Vera licence): ${chars.length} of them,
 * ${height} pixels high, 4 bits a pixel, deflated.
 */
export const glyphHeight = ${height};
/** First and last code point of each run of letters. */
export const glyphRanges = ${JSON.stringify(ranges)} as const;
export const glyphWidths = ${JSON.stringify(widths)} as const;
export const glyphPixels =
  "${packed}";
`,
);
