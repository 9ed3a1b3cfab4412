/** Makes broken files from good ones: bytes, tokens, lines and cells, members of JSON. */
import { numbers, texts, values, yaml } from "./hostile.ts";
import type { Random } from "./random.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const largest = 1 << 18;
const encoder = new TextEncoder();

/** Applies one to six mutations to a seed; parts of others may be spliced in. */
export function mutate(random: Random, seed: Uint8Array, others: readonly Uint8Array[]): Bytes {
  let bytes: Bytes = new Uint8Array(seed);
  const count = 1 + random.below(random.chance(0.2) ? 6 : 2);
  for (let i = 0; i < count; i++) bytes = mutateOnce(random, bytes, others);
  return bytes.length > largest ? bytes.slice(0, largest) : bytes;
}

function mutateOnce(random: Random, bytes: Bytes, others: readonly Uint8Array[]): Bytes {
  const kind = random.below(10);
  if (kind < 3) return changeBytes(random, bytes, others);
  // Texts as Latin-1, so that every byte survives.
  const text = Buffer.from(bytes).toString("latin1");
  if (kind < 6) return latin1(changeToken(random, text));
  const isJson = /^\s*[[{]/.test(text);
  if (isJson) return kind < 9 ? changeJson(random, bytes) : latin1(changeToken(random, text));
  return latin1(kind < 8 ? changeLines(random, text) : changeCell(random, text));
}

function latin1(text: string): Bytes {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** UTF-8 as Latin-1 characters, for insertion into such texts. */
function raw(text: string): string {
  return Buffer.from(encoder.encode(text)).toString("latin1");
}

function splice(bytes: Bytes, from: number, to: number, piece: Uint8Array): Bytes {
  const result = new Uint8Array(from + piece.length + bytes.length - to);
  result.set(bytes.subarray(0, from));
  result.set(piece, from);
  result.set(bytes.subarray(to), from + piece.length);
  return result;
}

function range(random: Random, length: number): [from: number, to: number] {
  const from = random.below(length + 1);
  const longest = random.chance(0.8) ? 16 : length;
  return [from, Math.min(length, from + random.below(longest + 1))];
}

function changeBytes(random: Random, bytes: Bytes, others: readonly Uint8Array[]): Bytes {
  const [from, to] = range(random, bytes.length);
  switch (random.below(8)) {
    case 0:
      return splice(bytes, from, Math.min(bytes.length, from + 1), Uint8Array.of(random.below(256)));
    case 1:
      return splice(bytes, from, to, new Uint8Array());
    case 2:
      return splice(bytes, from, from, bytes.subarray(from, to));
    case 3:
      return splice(
        bytes,
        from,
        from,
        Uint8Array.from({ length: 1 + random.below(8) }, () => random.below(256)),
      );
    case 4:
      return bytes.slice(0, from);
    case 5: {
      const other = random.pick(others);
      const [start, end] = range(random, other.length);
      return splice(bytes, from, to, other.subarray(start, end));
    }
    case 6:
      return splice(bytes, from, from, encoder.encode(random.pick(["[", "{", '"a":{', "- ", "("]).repeat(20_000)));
    default:
      return splice(bytes, from, from, Uint8Array.of(random.pick([0, 9, 10, 13, 34, 44, 92, 0x80, 0xef, 0xff])));
  }
}

/** Numbers, quoted strings, words and punctuation. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|[\w.+-]+|[^\s\w]/g;

function changeToken(random: Random, text: string): string {
  const tokens = [...text.matchAll(tokenPattern)];
  if (tokens.length === 0) return text;
  const token = random.pick(tokens);
  const [from, to] = [token.index, token.index + token[0].length];
  const put = (piece: string): string => text.slice(0, from) + piece + text.slice(to);
  const isNumber = /^[-+.\d]/.test(token[0]);
  const isQuoted = token[0].startsWith('"');
  switch (random.below(5)) {
    case 0:
      return put("");
    case 1:
      return put(token[0] + token[0]);
    case 2:
      return put(random.pick(tokens)[0]);
    case 3:
      return put(raw(random.pick(random.chance(0.5) ? values : yaml)));
    default:
      if (isNumber) return put(random.pick(numbers));
      return put(raw(isQuoted ? JSON.stringify(random.pick(texts)) : random.pick(texts)));
  }
}

function changeLines(random: Random, text: string): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const other = random.below(lines.length);
  const [line = "", another = ""] = [lines[at], lines[other]];
  switch (random.below(7)) {
    case 0:
      return lines.toSpliced(at, 1).join("\n");
    case 1:
      return lines.toSpliced(other, 0, line).join("\n");
    case 2:
      return lines.with(at, another).with(other, line).join("\n");
    case 3:
      return lines.join(random.pick(["\r\n", "\r", "\n\n", "\u2028"].map(raw)));
    case 4:
      return lines.with(at, line + another).join("\n");
    case 5:
      return lines.with(at, `${random.pick(["#", " ", "\t", '"', "- "])}${line}`).join("\n");
    default:
      return lines.flatMap((one) => (random.chance(0.1) ? [one, one, one] : [one])).join("\n");
  }
}

function changeCell(random: Random, text: string): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const cells = (lines[at] ?? "").split(",");
  const cell = random.below(cells.length);
  const hostile = (): string => raw(random.pick(random.chance(0.5) ? numbers : texts));
  const quoted = (): string => `"${hostile().replaceAll('"', '""')}"`;
  const changed = [
    () => cells.with(cell, hostile()),
    () => cells.with(cell, quoted()),
    () => cells.toSpliced(cell, 1),
    () => cells.toSpliced(cell, 0, hostile()),
    () => [...cells, ...Array.from({ length: 1 + random.below(4) }, quoted)],
    () => cells.with(cell, random.pick(cells)),
  ][random.below(6)]!();
  return lines.with(at, changed.join(",")).join("\n");
}

/** A container of a JSON document and a key in it. */
interface Slot {
  readonly container: Record<string, unknown>;
  readonly key: string;
}

/** Changes one member somewhere in the document; invalid documents are left to the other mutations. */
function changeJson(random: Random, bytes: Bytes): Bytes {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return latin1(changeToken(random, Buffer.from(bytes).toString("latin1")));
  }
  const slots: Slot[] = [];
  collectSlots(document, slots);
  if (slots.length === 0) return encoder.encode(random.pick(values));
  const { container, key } = random.pick(slots);
  const other = random.pick(slots);
  // Hostile texts are inserted after JSON.stringify, which would repair them.
  const mark = "\u0001hole\u0001";
  switch (random.below(6)) {
    case 0:
      delete container[key];
      break;
    case 1:
      Object.defineProperty(container, random.pick(texts), {
        value: container[key],
        enumerable: true,
        configurable: true,
      });
      break;
    case 2:
      container[key] = copyOf(other.container[other.key]);
      break;
    case 3:
      container[key] = [container[key], container[key]];
      break;
    default:
      container[key] = mark;
  }
  const indent = random.chance(0.1) ? 2 : undefined;
  const hole = JSON.stringify(mark);
  try {
    return encoder.encode(JSON.stringify(document, undefined, indent).replace(hole, () => random.pick(values)));
  } catch {
    // Nested too deep for JSON.stringify.
    return latin1(changeToken(random, Buffer.from(bytes).toString("latin1")));
  }
}

function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    // Nested too deep to be copied.
    return null;
  }
}

function collectSlots(value: unknown, slots: Slot[], depth = 0): void {
  if (typeof value !== "object" || value === null || depth > 100) return;
  const container = value as Record<string, unknown>;
  for (const key of Object.keys(container)) {
    slots.push({ container, key });
    collectSlots(container[key], slots, depth + 1);
  }
}
