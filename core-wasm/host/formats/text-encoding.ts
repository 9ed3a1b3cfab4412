/**
 * Whatever encoding a file has, the core reads valid UTF-8 without byte order mark. Files in UTF-16 (recognised by their
 * mark) and files that are not UTF-8 (taken for Windows-1252, which spreadsheet programs write) are converted and say so.
 */
import type { Problem } from "../types.ts";
import { CoreError } from "../types.ts";

const encoder = new TextEncoder();

/** Where a NUL tells a video or a picture from text; as far as git and grep look. */
const BINARY_PROBE_BYTES = 8000;

export interface DecodedText {
  readonly bytes: Uint8Array;
  readonly problems: readonly Problem[];
}

/**
 * The bytes themselves, without a mark, unless they are UTF-16. Whether the rest is UTF-8 is for the core to check, which
 * is faster at it. Throws `CoreError`: `empty-file` when there is nothing to read, `binary-file` when it is no text at all.
 */
export function decodeMarked(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw new CoreError("empty-file", "The file is empty (0 bytes).");
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return convert(bytes, "utf-16le", "UTF-16");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return convert(bytes, "utf-16be", "UTF-16");
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) {
    throw new CoreError("binary-file", "This is not a text file: it holds binary data, as videos and pictures do.");
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { bytes: hasMark ? bytes.subarray(3) : bytes, problems: [] };
}

/** Bytes that are not UTF-8. */
export function decodeWindows(bytes: Uint8Array): DecodedText {
  return convert(bytes, "windows-1252", "Windows-1252");
}

function convert(bytes: Uint8Array, encoding: string, name: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  const message = `The file is not UTF-8; it was read as ${name}. Positions count in the converted text.`;
  return { bytes: encoder.encode(text), problems: [{ severity: "warning", code: "text-converted", message }] };
}
