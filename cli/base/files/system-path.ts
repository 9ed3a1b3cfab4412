/**
 * File names that are not UTF-8, as on old disks and in old archives. Paths are strings everywhere; a byte that is not
 * part of a character is represented by a lone surrogate U+DC80 to U+DCFF (as in PEP 383), and converted back to that
 * byte for the system. On screen it is a replacement character.
 */

import { readFileSync } from "node:fs";

let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Created on demand: most commands only see plain names. */
function decode(bytes: Uint8Array): string {
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(bytes);
}

const maxCharacterLength = 4;
const byteBase = 0xdc00;

export function pathFromBytes(bytes: Uint8Array): string {
  try {
    return decode(bytes);
  } catch {
    // Character by character.
  }
  let path = "";
  for (let at = 0; at < bytes.length;) {
    const character = characterAt(bytes, at);
    path += character?.text ?? String.fromCharCode(byteBase + (bytes[at] ?? 0));
    at += character?.length ?? 1;
  }
  return path;
}

function characterAt(bytes: Uint8Array, at: number): { readonly text: string; readonly length: number } | undefined {
  for (let length = 1; length <= maxCharacterLength; length++) {
    try {
      return { text: decode(bytes.subarray(at, at + length)), length };
    } catch {
      // Longer, or not a character.
    }
  }
  return undefined;
}

/** The system's name for the file. */
export function systemPath(path: string): string | Buffer {
  if (path.isWellFormed()) return path;
  return Buffer.concat(
    Array.from(path, (character) => {
      const code = character.charCodeAt(0);
      const isByte = character.length === 1 && code >= byteBase + 0x80 && code <= byteBase + 0xff;
      return isByte ? Buffer.of(code - byteBase) : Buffer.from(character);
    }),
  );
}

const replacement = "\ufffd";

/** In arguments, invalid bytes have already been replaced; Linux still provides the originals. */
export function restoreArguments(args: readonly string[]): readonly string[] {
  if (process.platform !== "linux" || !args.some((arg) => arg.includes(replacement))) return args;
  const all = readFileSync("/proc/self/cmdline");
  const parts: string[] = [];
  for (let at = 0; at < all.length;) {
    const end = all.indexOf(0, at);
    parts.push(pathFromBytes(all.subarray(at, end)));
    at = end + 1;
  }
  const own = parts.slice(-args.length);
  return args.every((arg, index) => isSameText(arg, own[index] ?? "")) ? own : args;
}

/** A truncated character may have been replaced as a whole or byte by byte. */
function isSameText(arg: string, own: string): boolean {
  const plain = (text: string): string => text.toWellFormed().replaceAll(/\ufffd+/g, replacement);
  return plain(arg) === plain(own);
}
