/** Capabilities of a terminal: colors, width, and safe text. */

import { stripVTControlCharacters, styleText } from "node:util";
import { io, type Output } from "./io.ts";

type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/** Whether the stream is a terminal. */
export function isTerminal(stream: Output): boolean {
  return stream.isTTY === true;
}

/** A terminal that only shows text, such as an editor's. Colors and bars would be noise there. */
export function isPlainTerminal(): boolean {
  const { TERM, FORCE_COLOR } = io().env;
  return TERM === "dumb" && FORCE_COLOR === undefined;
}

/** Colors `text` if the stream supports it: on a terminal, unless NO_COLOR is set; elsewhere with FORCE_COLOR. */
export function paint(stream: Output, style: Style | readonly Style[], text: string): string {
  if (isPlainTerminal()) return text;
  return styleText(style as Style, text, { stream, validateStream: true });
}

/** Columns of the terminal; `Infinity` for a file or a pipe, where nothing is cut. */
export function terminalWidth(stream: Output): number {
  return isTerminal(stream) ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes untrusted text (names, server messages) safe for one line on a screen: escape sequences are removed, line
 * breaks become spaces, other control and direction characters are dropped.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text.toWellFormed()).replaceAll(/\s+/g, " ").replaceAll(controlCharacters, "");
}

let segmenter: Intl.Segmenter | undefined;

/** Splits into user-perceived characters. Created on demand, since it takes a tenth of Node's start-up time. */
function graphemesOf(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

const invisible = /^(\p{Mark}|\p{Default_Ignorable_Code_Point})+$/u;
const wide =
  /^(\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u;

function graphemeWidth(grapheme: string): number {
  return invisible.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1;
}

/** Columns that `text` takes on a terminal: two for East Asian wide characters and emoji. */
export function textWidth(text: string): number {
  const plain = stripVTControlCharacters(text);
  if (/^[\u0020-\u007e]*$/.test(plain)) return plain.length;
  let width = 0;
  for (const { segment } of graphemesOf(plain)) width += graphemeWidth(segment);
  return width;
}

/** Cuts text (without escape sequences) to at most `width` columns, with an ellipsis in place of the rest. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = "";
  let used = 0;
  for (const { segment } of graphemesOf(text)) {
    const next = graphemeWidth(segment);
    if (used + next > width - 1) break;
    cut += segment;
    used += next;
  }
  return `${cut}…`;
}

/** Cuts paths at the start: files of one folder differ at their ends. */
export function cutStart(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const clusters = [...graphemesOf(text)].map(({ segment }) => segment);
  let end = "";
  while (textWidth(clusters.at(-1) ?? "") + textWidth(end) <= width - 1) end = clusters.pop() + end;
  return `…${end}`;
}

export function padText(text: string, width: number, align: "left" | "right" = "left"): string {
  const padding = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "left" ? text + padding : padding + text;
}
