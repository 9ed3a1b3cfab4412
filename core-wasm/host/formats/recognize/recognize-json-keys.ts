/**
 * The keys of the outermost object of a JSON text, and the beginnings of their values. Values are skipped, not parsed.
 */

export interface OuterMember {
  /** The beginning of the value; a short one is complete. */
  readonly text: string;
  /** The value if it is short, otherwise `true`, meaning that it has content. */
  readonly value: unknown;
}

export interface OuterMembers {
  readonly isList: boolean;
  readonly members: ReadonlyMap<string, OuterMember>;
  /** Keys that occur again. */
  readonly repeated: readonly string[];
  /** The text was scanned to its end and is well-formed as far as it was checked. */
  readonly isWhole: boolean;
}

/** Values up to this length are parsed. */
const shortBytes = 4096;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const decoder = new TextDecoder();

/**
 * @param bytes JSON, possibly cut off
 * @param isAll to continue after a map of `tracks`, which decides what a file is
 */
export function outerMembers(bytes: Uint8Array, isAll = false): OuterMembers {
  const members = new Map<string, OuterMember>();
  const repeated: string[] = [];
  let p = skipSpace(bytes, 0);
  if (bytes[p] === openBracket) return { isList: true, members, repeated, isWhole: false };
  const cut = { isList: false, members, repeated, isWhole: false };
  p = skipSpace(bytes, p + 1);
  if (bytes[p] === closeBrace) return { ...cut, isWhole: true };
  while (bytes[p] === quote) {
    const keyEnd = skipString(bytes, p);
    const key = parse(bytes, p, keyEnd);
    p = skipSpace(bytes, keyEnd);
    if (typeof key !== "string" || bytes[p] !== colon) return cut;
    const start = skipSpace(bytes, p + 1);
    const end = skipValue(bytes, start);
    if (members.has(key)) repeated.push(key);
    members.set(key, memberOf(bytes, start, end));
    if (key === "tracks" && bytes[start] === openBrace && !isAll) return cut;
    p = skipSpace(bytes, end);
    if (bytes[p] === closeBrace) return { ...cut, isWhole: true };
    if (bytes[p] !== comma) return cut;
    p = skipSpace(bytes, p + 1);
  }
  return cut;
}

function memberOf(bytes: Uint8Array, start: number, end: number): OuterMember {
  const text = decoder.decode(bytes.subarray(start, Math.min(end, start + shortBytes)));
  return { text, value: end - start <= shortBytes ? (parse(bytes, start, end) ?? undefined) : true };
}

function parse(bytes: Uint8Array, start: number, end: number): unknown {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, end)));
  } catch {
    // Broken or cut off: the reader reports it, with the place.
    return undefined;
  }
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let p = from;
  while (p < bytes.length && (bytes[p] ?? 0) <= 0x20) p++;
  return p;
}

/** The position after the string that begins at `from`. */
function skipString(bytes: Uint8Array, from: number): number {
  let p = bytes.indexOf(quote, from + 1);
  while (p >= 0) {
    let escapes = 0;
    while (bytes[p - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return p + 1;
    p = bytes.indexOf(quote, p + 1);
  }
  return bytes.length;
}

function skipValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let p = from;
  while (p < bytes.length) {
    const byte = bytes[p];
    if (byte === quote) {
      p = skipString(bytes, p);
      if (depth === 0) return p;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return p;
      depth--;
      if (depth === 0) return p + 1;
    } else if (byte === comma && depth === 0) return p;
    p++;
  }
  return p;
}
