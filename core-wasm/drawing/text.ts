/** Letters on a picture, from the pictures of letters in `glyph-data.ts`, at any size. */

import { inflateRawSync } from "node:zlib";
import type { Canvas, Rgb } from "./canvas.ts";
import { glyphHeight, glyphPixels, glyphRanges, glyphWidths } from "./glyph-data.ts";

/** The picture of a letter, or of a whole name. */
export interface Glyph {
  readonly width: number;
  /** 0 to 15 per pixel, rows from the top. */
  readonly cover: Uint8Array;
}

const spaceWidth = 6;
/** Drawn for a letter without a picture. */
const unknownLetter = "\u25A1";

let glyphs: ReadonlyMap<string, Glyph> | undefined;

function loadGlyphs(): ReadonlyMap<string, Glyph> {
  if (glyphs !== undefined) return glyphs;
  const packed = inflateRawSync(Buffer.from(glyphPixels, "base64"));
  const made = new Map<string, Glyph>([[" ", { width: spaceWidth, cover: new Uint8Array(spaceWidth * glyphHeight) }]]);
  let [index, at] = [0, 0];
  for (const [first, last] of glyphRanges) {
    for (let code = first as number; code <= last; code++) {
      const width = glyphWidths[index++]!;
      const cover = new Uint8Array(width * glyphHeight);
      for (let n = 0; n < cover.length; n++, at++) cover[n] = (packed[at >> 1]! >> (at % 2 === 0 ? 4 : 0)) & 15;
      made.set(String.fromCodePoint(code), { width, cover });
    }
  }
  return (glyphs = made);
}

/** Whether all letters have a picture; the others are drawn as empty squares. */
export const canWrite = (text: string): boolean => [...text].every((letter) => loadGlyphs().has(letter));

export const glyphsOf = (text: string): readonly Glyph[] =>
  [...text].map((letter) => loadGlyphs().get(letter) ?? loadGlyphs().get(unknownLetter)!);

/** Width of a text that is `heightPx` high with its descenders. */
export function textWidth(text: readonly Glyph[], heightPx: number): number {
  const width = text.reduce((sum, glyph) => sum + glyph.width, 0);
  return Math.ceil((width * heightPx) / glyphHeight);
}

/** @param x @param y of the top left corner */
export function drawText(
  canvas: Canvas,
  text: readonly Glyph[],
  x: number,
  y: number,
  heightPx: number,
  color: Rgb,
): void {
  const scale = heightPx / glyphHeight;
  let left = x;
  for (const { width, cover } of text) {
    const shown = width * scale;
    for (let row = 0; row < heightPx; row++) {
      for (let column = 0; column < Math.ceil(shown); column++) {
        const opacity = sample(cover, width, (column + 0.5) / scale, (row + 0.5) / scale);
        if (opacity > 0) canvas.blend(Math.round(left) + column, Math.round(y) + row, color, opacity);
      }
    }
    left += shown;
  }
}

/** Between the four nearest pixels; 0 to 1. */
function sample(cover: Uint8Array, width: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [right, below] = [x - 0.5 - left, y - 0.5 - top];
  const at = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= width || row >= glyphHeight ? 0 : cover[row * width + column]!;
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
  const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
  return (upper * (1 - below) + lower * below) / 15;
}
