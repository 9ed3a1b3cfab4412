/**
 * The core reads valid UTF-8 without a byte order mark. Files in UTF-16 (recognized by their mark) and files that are
 * not UTF-8 (in the encoding declared in XML, otherwise in the one that fits their letters best) are converted, with a
 * message; so are texts in UTF-8 with a few damaged bytes.
 */
import { encodingsOfTexts, guessEncoding } from "./guess-encoding.ts";
import { hostProblem, hostRefusal } from "../problems/host-problems.ts";
import type { CoreError, Problem } from "../../types.ts";
import { concatenate } from "../../join-bytes.ts";

const encoder = new TextEncoder();

/** How far to look for a NUL, which marks a video or a picture; the same as in git and grep. */
const binaryProbeBytes = 8000;
const markBytes = 3;
const maxSequenceBytes = 4;
/** The longest string in V8, in characters. */
const maxCharacters = 0x1fffffe8;

export interface DecodedText {
  readonly bytes: Uint8Array;
  readonly problems: readonly Problem[];
}

/**
 * The bytes themselves, without a mark, unless they are UTF-16. Whether the rest is UTF-8 is left to the core, which
 * checks faster. Throws `CoreError`: `empty-file` when there is nothing to read, `binary-file` when it is not text.
 */
export function decodeMarked(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw emptyFile();
  const encoding = utf16Of(bytes);
  if (encoding !== undefined) return convert(bytes, { label: encoding, code: "text-converted", words: ["UTF-16"] });
  refuseBinary(bytes.subarray(0, binaryProbeBytes));
  return { bytes: withoutMark(bytes), problems: [] };
}

/** Decodes bytes that are not UTF-8. */
export function decodeOther(bytes: Uint8Array): DecodedText {
  return convert(bytes, detectText(bytes), firstInvalidByte(bytes));
}

/** The beginning of a text in any encoding, for inspection. */
export function decodeHead(bytes: Uint8Array): string {
  try {
    // The last character may be cut off.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder(detectText(bytes).label).decode(bytes);
  }
}

/** How a text is decoded, and the report about it. */
interface TextJudgment {
  readonly label: string;
  readonly code: "text-converted" | "text-encoding-guessed" | "text-bytes-damaged";
  readonly words: readonly string[];
}

/** How much of the lines that are not ASCII is used to detect the encoding. */
const judgedBytes = 64 * 1024;

function detectText(bytes: Uint8Array): TextJudgment {
  const declared = /^\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(
    new TextDecoder().decode(bytes.subarray(0, 200)),
  )?.[1];
  if (declared !== undefined && !/^utf-?8$/i.test(declared) && isKnown(declared)) {
    return { label: declared, code: "text-converted", words: [declared] };
  }
  const lines = oddLines(bytes);
  if (isDamagedUtf8(lines)) return { label: "utf-8", code: "text-bytes-damaged", words: [] };
  const { label = "windows-1252", title = "Windows-1252" } = guessEncoding(lines, encodingsOfTexts) ?? {};
  return { label, code: "text-encoding-guessed", words: [title] };
}

function isKnown(label: string): boolean {
  try {
    void new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Lines, or parts of them, that are not ASCII; cut only where no encoding has the second byte of a character. */
function oddLines(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let length = 0;
  for (let at = bytes.findIndex((byte) => byte >= 0x80); at >= 0 && length < judgedBytes;) {
    let [start, end] = [at, at + 1];
    while (start > 0 && (bytes[start - 1] ?? 0) >= 0x30) start--;
    while (end < bytes.length && (bytes[end] ?? 0) >= 0x30) end++;
    lines.push(bytes.subarray(start, end));
    length += end - start;
    const next = bytes.subarray(end, end + maxAsciiBytes).findIndex((byte) => byte >= 0x80);
    at = next < 0 ? -1 : end + next;
  }
  return lines;
}

/** How far to look for the next letter. */
const maxAsciiBytes = 1 << 20;

/** Far more characters are intact than broken: text in other encodings is hardly ever valid UTF-8 by chance. */
function isDamagedUtf8(lines: readonly Uint8Array[]): boolean {
  const text = lines.map((line) => new TextDecoder().decode(line)).join("");
  const [odd, broken] = [/[^\0-\x7f\ufffd]/gu, /\ufffd/g].map((pattern) => text.match(pattern)?.length ?? 0) as [
    number,
    number,
  ];
  return odd >= broken * 3 || (broken === 1 && odd > 0);
}

/** The offset of the first byte that is not UTF-8. */
function firstInvalidByte(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes);
  return encoder.encode(text.slice(0, Math.max(0, text.indexOf("\ufffd")))).length;
}

/** Like `decodeWhole`, for small files next to the annotations: an empty one is not a reason to refuse the others. */
export function decodeLoose(bytes: Uint8Array): ReturnType<typeof decodeWhole> {
  try {
    return decodeWhole(bytes);
  } catch {
    return { text: new TextDecoder().decode(bytes), problems: [] };
  }
}

/** A whole text as one string, for formats that the host reads. */
export function decodeWhole(bytes: Uint8Array): { readonly text: string; readonly problems: readonly Problem[] } {
  const marked = decodeMarked(bytes);
  refuseTooLong(marked.bytes);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(marked.bytes), problems: marked.problems };
  } catch {
    const { bytes: converted, problems } = decodeOther(marked.bytes);
    return { text: new TextDecoder().decode(converted), problems };
  }
}

/**
 * The version for text that arrives in pieces, for formats whose problems are reported by line: the bytes as UTF-8
 * without a mark. The encoding is determined at the first byte that is not UTF-8, for everything not yet returned.
 */
export class TextStream {
  /** Length of the valid UTF-8 at the start, in bytes. */
  readonly #utf8Length: (bytes: Uint8Array) => number;
  #decoder: TextDecoder | "utf-8" | undefined;
  /** The first bytes of the text, or of a UTF-8 sequence, that are too few to interpret. */
  #pending: Uint8Array = new Uint8Array();
  #probedBytes = 0;
  #markLength = 0;
  readonly problems: Problem[] = [];

  constructor(utf8Length: (bytes: Uint8Array) => number) {
    this.#utf8Length = utf8Length;
  }

  push(bytes: Uint8Array): readonly Uint8Array[] {
    return this.#decode(bytes, false);
  }

  /** The rest of the text. */
  end(): readonly Uint8Array[] {
    const rest = this.#decode(new Uint8Array(), true);
    if (this.#decoder === undefined) throw emptyFile();
    return rest;
  }

  #decode(bytes: Uint8Array, isLast: boolean): readonly Uint8Array[] {
    const joined = this.#pending.length === 0 ? bytes : concatenate([this.#pending, bytes]);
    this.#pending = new Uint8Array();
    if (this.#decoder === undefined) return this.#begin(joined, isLast);
    if (this.#decoder === "utf-8") return this.#decodeUtf8(joined, isLast);
    return [encoder.encode(this.#decoder.decode(joined, { stream: !isLast }))];
  }

  /** Recognizes the mark, once there are enough bytes for one. */
  #begin(bytes: Uint8Array, isLast: boolean): readonly Uint8Array[] {
    if (bytes.length === 0 || (bytes.length < markBytes && !isLast)) {
      this.#pending = bytes.slice();
      return [];
    }
    const encoding = utf16Of(bytes);
    if (encoding !== undefined) {
      this.#convertAs({ label: encoding, code: "text-converted", words: ["UTF-16"] });
      return this.#decode(bytes, isLast);
    }
    this.#decoder = "utf-8";
    const text = withoutMark(bytes);
    this.#markLength = bytes.length - text.length;
    return this.#decodeUtf8(text, isLast);
  }

  #decodeUtf8(bytes: Uint8Array, isLast: boolean): readonly Uint8Array[] {
    refuseBinary(bytes.subarray(0, Math.max(0, binaryProbeBytes - this.#probedBytes)));
    const valid = this.#utf8Length(bytes);
    const [text, rest] = [bytes.subarray(0, valid), bytes.subarray(valid)];
    this.#probedBytes += valid;
    if (rest.length === 0) return [text];
    if (rest.length < maxSequenceBytes && !isLast) {
      this.#pending = rest.slice();
      return [text];
    }
    this.#convertAs(detectText(bytes), this.#markLength + this.#probedBytes);
    // In other encodings, a character may happen to be two of UTF-8.
    if (this.#probedBytes === valid) return this.#decode(bytes, isLast);
    return [text, ...this.#decode(rest, isLast)];
  }

  #convertAs(judgment: TextJudgment, offset?: number): void {
    this.#decoder = new TextDecoder(judgment.label);
    this.problems.push(textConverted(judgment, offset));
  }
}

/** Throws `CoreError` for text that is too long for a string, if it must be one. */
export function refuseTooLong(bytes: Uint8Array, bytesPerCharacter = 1): void {
  if (bytes.length / bytesPerCharacter <= maxCharacters) return;
  const megabytes = Math.floor((maxCharacters * bytesPerCharacter) / 1e6);
  throw hostRefusal("file-too-large", [String(megabytes)]);
}

function convert(bytes: Uint8Array, judgment: TextJudgment, offset?: number): DecodedText {
  refuseTooLong(bytes, /^utf-?16/i.test(judgment.label) ? 2 : 1);
  const text = new TextDecoder(judgment.label).decode(bytes);
  return { bytes: encoder.encode(text), problems: [textConverted(judgment, offset)] };
}

/** @param offset of the first byte that is not UTF-8, which gets its line if the whole text is available */
function textConverted({ code, words }: TextJudgment, offset?: number): Problem {
  return hostProblem(code, words, offset === undefined ? {} : { offset });
}

function emptyFile(): CoreError {
  return hostRefusal("empty-file");
}

function refuseBinary(firstBytes: Uint8Array): void {
  if (!firstBytes.includes(0)) return;
  throw hostRefusal("binary-file");
}

function utf16Of(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(markBytes) : bytes;
}
