/**
 * Whatever encoding a file has, the core reads valid UTF-8 without byte order mark. Files in UTF-16 (recognised by their
 * mark) and files that are not UTF-8 (taken for Windows-1252, which spreadsheet programs write) are converted and say so.
 */
import type { Problem } from "./types.ts";
import { CoreError } from "./types.ts";

const encoder = new TextEncoder();

export interface DecodedSource {
  /** UTF-8 without byte order mark; the given bytes themselves when they are that already. */
  readonly bytes: Uint8Array;
  readonly problems: readonly Problem[];
}

/** Throws `CoreError` `empty-file` when there is nothing to read. */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  if (bytes.length === 0) throw new CoreError("empty-file", "The file is empty (0 bytes).");
  const mark = bytes.length >= 2 ? `${bytes[0]} ${bytes[1]}` : "";
  if (mark === "255 254") return converted(bytes, "utf-16le", "UTF-16");
  if (mark === "254 255") return converted(bytes, "utf-16be", "UTF-16");
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = hasMark ? bytes.subarray(3) : bytes;
  return isUtf8(text) ? { bytes: text, problems: [] } : converted(text, "windows-1252", "Windows-1252");
}

function converted(bytes: Uint8Array, encoding: string, name: string): DecodedSource {
  const text = new TextDecoder(encoding).decode(bytes);
  const message = `The file is not UTF-8; it was read as ${name}. Positions count in the converted text.`;
  return {
    bytes: encoder.encode(text),
    problems: [{ severity: "warning", code: "text-converted", message }],
  };
}

const CHUNK_BYTES = 1 << 20;

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
