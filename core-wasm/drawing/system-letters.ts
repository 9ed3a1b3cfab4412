/** Names in scripts that `glyph-data.ts` does not have, as pictures in the fonts of the system. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { glyphHeight } from "./glyph-data.ts";
import type { Glyph } from "./text.ts";

/** More names, and longer ones, are drawn as squares. */
const maxNames = 200;
const maxWidthPx = 1600;
/** Red, green and blue: gray would not be 0 to 255 everywhere. */
const pixelBytes = 3;
/** Between the name and what follows. */
const gapPx = 1;
/** Its letters are as large as those of `glyph-data.ts`. */
const fontSize = 21;

/**
 * libass, a part of most builds of ffmpeg, finds a font for each letter, joins letters and turns them in the direction of
 * their script.
 * @returns the picture of each name; none of those with a letter that no font has, nor of any without libass
 */
export async function drawNames(
  names: readonly string[],
  ffmpeg: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Glyph>> {
  const drawn = names.slice(0, maxNames);
  if (drawn.length === 0) return new Map();
  const height = drawn.length * glyphHeight;
  const size = `${maxWidthPx}x${height}`;
  const filter = `subtitles=filename='pipe\\:0':original_size=${size},format=rgb24`;
  const source = ["-f", "lavfi", "-i", `color=black:s=${size},format=rgb24`, "-vf", filter, "-frames:v", "1"];
  const args = ["-nostdin", "-hide_banner", "-nostats", "-v", "warning", ...source, "-f", "rawvideo", "pipe:1"];
  const maxBuffer = pixelBytes * maxWidthPx * height + (1 << 20);
  const running = promisify(execFile)(ffmpeg, args, { signal, encoding: "buffer", maxBuffer });
  // It ends without reading if it cannot do this.
  running.child.stdin?.on("error", () => undefined).end(subtitlesOf(drawn, height));
  const printed = await running.catch(() => undefined);
  signal.throwIfAborted();
  if (printed === undefined) return new Map();
  const missing = new Set(
    [...printed.stderr.toString().matchAll(/fallback with glyph 0x([0-9A-F]+)/gi)].map(([, code]) =>
      String.fromCodePoint(Number.parseInt(code!, 16)),
    ),
  );
  const glyphs = new Map<string, Glyph>();
  for (const [n, name] of drawn.entries()) {
    if ([...name].some((letter) => missing.has(letter))) continue;
    const bytes = glyphHeight * maxWidthPx * pixelBytes;
    const glyph = cut(printed.stdout.subarray(n * bytes, (n + 1) * bytes));
    if (glyph !== undefined) glyphs.set(name, glyph);
  }
  return glyphs;
}

function subtitlesOf(names: readonly string[], height: number): string {
  const style = `s,DejaVu Sans,${fontSize},-1,1,0,0,4,0,0,0,-1`;
  return [
    ...["[Script Info]", "ScriptType: v4.00+", `PlayResX: ${maxWidthPx}`, `PlayResY: ${height}`, "WrapStyle: 2"],
    "[V4+ Styles]",
    "Format: Name, Fontname, Fontsize, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding",
    `Style: ${style}`,
    "[Events]",
    "Format: Layer, Start, End, Style, MarginL, MarginR, MarginV, Text",
    ...names.map(
      (name, n) =>
        `Dialogue: 0,0:00:00.00,0:10:00.00,s,0,0,0,{\\1c&HFFFFFF&\\pos(0,${(n + 0.5) * glyphHeight})}${withoutCommands(name)}`,
    ),
  ].join("\n");
}

/** A word joiner after a backslash, and a backslash before a brace, keep libass from reading commands in a name. */
function withoutCommands(name: string): string {
  return name
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replaceAll("\\", "\\\u2060")
    .replace(/[{}]/g, String.raw`\$&`);
}

/** `undefined`: nothing is drawn, or it does not fit. @param pixels white on black, `maxWidthPx` wide */
function cut(pixels: Uint8Array): Glyph | undefined {
  /** 0 to 15. */
  const coverAt = (column: number, row: number): number => pixels[(row * maxWidthPx + column) * pixelBytes]! >> 4;
  let last = -1;
  for (let row = 0; row < glyphHeight; row++)
    for (let column = last + 1; column < maxWidthPx; column++) if (coverAt(column, row) > 0) last = column;
  if (last < 0 || last === maxWidthPx - 1) return undefined;
  const width = last + 1 + gapPx;
  const cover = new Uint8Array(width * glyphHeight);
  for (let row = 0; row < glyphHeight; row++)
    for (let column = 0; column <= last; column++) cover[row * width + column] = coverAt(column, row);
  return { width, cover };
}
