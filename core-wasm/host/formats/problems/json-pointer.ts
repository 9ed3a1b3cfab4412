/**
 * Converts byte offsets in JSON text to RFC 6901 pointers, for messages. Works on broken JSON too, as far as possible.
 */

export interface Level {
  readonly isArray: boolean;
  /** Index of the current element, or key of the current member; undefined before the first key. */
  step: number | string | undefined;
}

const quote = 34;
const backslash = 92;
/** Longer keys are cut: pointers are for users, and a broken file may have a key as long as itself. */
const maxKeyBytes = 200;
const decoder = new TextDecoder();

/**
 * The pointer of the value that each offset is in or at, in the order of the offsets; one pass over the text, which
 * begins inside the containers `outer`, outermost first.
 */
export function pointersAt(bytes: Uint8Array, offsets: readonly number[], outer: readonly Level[] = []): string[] {
  const order = offsets.map((offset, position) => ({ offset, position })).toSorted((a, b) => a.offset - b.offset);
  const pointers: string[] = [];
  const levels: Level[] = outer.map((level) => ({ ...level }));
  let next = 0;
  let p = 0;
  while (next < order.length) {
    for (let wanted = order[next]; wanted !== undefined && wanted.offset <= p; wanted = order[++next]) {
      pointers[wanted.position] = pointerOf(levels);
    }
    if (p >= bytes.length) break;
    p = advance(bytes, p, levels);
  }
  for (const { position } of order.slice(next)) pointers[position] = pointerOf(levels);
  return pointers;
}

/** Handles the token at `p`; returns where the next one may start. */
function advance(bytes: Uint8Array, p: number, levels: Level[]): number {
  const top = levels.at(-1);
  switch (bytes[p]) {
    case 0x5b: // [
      levels.push({ isArray: true, step: 0 });
      return p + 1;
    case 0x7b: // {
      levels.push({ isArray: false, step: undefined });
      return p + 1;
    case 0x5d: // ]
    case 0x7d: // }
      levels.pop();
      return p + 1;
    case 0x2c: // ,
      if (top !== undefined) top.step = typeof top.step === "number" ? top.step + 1 : undefined;
      return p + 1;
    case quote: {
      const end = endOfString(bytes, p);
      if (top !== undefined && !top.isArray && top.step === undefined) top.step = keyText(bytes, p, end);
      return end;
    }
    default:
      return p + 1;
  }
}

function endOfString(bytes: Uint8Array, start: number): number {
  let p = start + 1;
  while (p < bytes.length && bytes[p] !== quote) p += bytes[p] === backslash ? 2 : 1;
  return p + 1;
}

function keyText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > maxKeyBytes) {
    return `${decoder.decode(bytes.subarray(start + 1, start + maxKeyBytes)).replace(/\ufffd+$/, "")}…`;
  }
  const text = decoder.decode(bytes.subarray(start, end));
  try {
    return String(JSON.parse(text));
  } catch {
    // Not a string after all; the raw text is still the best description of the place.
    return text;
  }
}

function pointerOf(levels: readonly Level[]): string {
  return levels
    .filter((level) => level.step !== undefined)
    .map((level) => `/${String(level.step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
