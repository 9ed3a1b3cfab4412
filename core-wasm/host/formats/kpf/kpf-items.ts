/**
 * Splits a KPF text into its items, one by one, so that a broken one affects only itself and a million of them need no
 * document tree. Items begin with `-` in the same column as the first one; lines further to the right belong to the
 * item above.
 */
import { LineCounter, parseDocument } from "yaml";
import { parseFlowItem, type YamlValue } from "./kpf-flow.ts";
import { readerProblem, readerRefusal, type ReaderProblemCode } from "../problems/reader-problems.ts";
import type { Problem } from "../../types.ts";

export interface KpfItem {
  readonly value: YamlValue;
  /** The line where the item begins, from 1. */
  readonly line: number;
  readonly column: number;
}

const maxLevels = 64;

/** Real files have far fewer; with more, a file of a few hundred bytes can expand to gigabytes. */
const maxAliases = 100;

/** @throws CoreError when the text is not a list, or an alias bomb. */
export function* itemsOf(text: string, report: (problem: Problem) => void): Iterable<KpfItem> {
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => !isSkippedLine(line));
  if (first < 0) return;
  const indent = /^ *-(?=\s|$)/.exec(lines[first] ?? "")?.[0].length ?? 0;
  if (indent === 0) {
    yield* listsOf(parseYaml(text, 0, report));
    return;
  }
  const dash = `${" ".repeat(indent - 1)}-`;
  for (let start = first; start < lines.length;) {
    const end = itemEnd(lines, start, dash);
    const isItem = lines[start]?.startsWith(dash) === true;
    const value = isItem ? parseItem(lines, start, end, report) : undefined;
    if (value !== undefined) yield { value, line: start + 1, column: indent };
    start = end;
  }
}

/** The first line after the item that begins at `start`. */
function itemEnd(lines: readonly string[], start: number, dash: string): number {
  for (let end = start + 1; end < lines.length; end++) {
    const line = lines[end] ?? "";
    if (line.startsWith(dash) || line === "---") return end;
  }
  return lines.length;
}

/** Comments and document markers. */
function isSkippedLine(line: string): boolean {
  return /^\s*(#|$)|^(---|\.\.\.|%)/.test(line);
}

function parseItem(
  lines: readonly string[],
  start: number,
  end: number,
  report: (problem: Problem) => void,
): YamlValue | undefined {
  const isOneLine = lines.slice(start + 1, end).every(isSkippedLine);
  const plain = isOneLine ? parseFlowItem(lines[start] ?? "") : undefined;
  if (plain !== undefined) return plain;
  const list = parseYaml(lines.slice(start, end).join("\n"), start, report);
  return Array.isArray(list) ? (list[0] as YamlValue) : undefined;
}

/** `undefined` when it is broken, which has been reported. */
function parseYaml(text: string, lineOffset: number, report: (problem: Problem) => void): YamlValue | undefined {
  const fail = (code: ReaderProblemCode, reason: string, line = 1, column = 1): undefined =>
    report(readerProblem(code, [reason], { line: line + lineOffset, column })) as undefined;
  if (isTooDeep(text)) return fail("kpf-too-deep", "");
  const counter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: "silent" });
    const [fault] = [...document.errors, ...document.warnings];
    if (fault === undefined) {
      return withTextKeys(document.toJS({ mapAsMap: true, maxAliasCount: maxAliases }), []);
    }
    const { line, col } = counter.linePos(fault.pos[0]);
    const isTag = fault.code === "TAG_RESOLVE_FAILED";
    if (isTag) return fail("kpf-tag-refused", fault.message, line, col);
    return fail("kpf-syntax", `This is not valid YAML (${fault.message})`, line, col);
  } catch (error) {
    // Thrown by the library for aliases: too many, or one without an anchor.
    if (!(error instanceof ReferenceError)) throw error;
    // oxlint-disable-next-line wakeline/no-message-match -- the library gives its errors no codes
    if (error.message.startsWith("Excessive")) {
      throw readerRefusal("kpf-too-many-aliases", [String(maxAliases)], { line: lineOffset + 1, column: 1 });
    }
    return fail("kpf-syntax", error.message);
  }
}

/**
 * Keys in YAML may be anything; those of packets are texts.
 * @param inside the lists and maps that contain the value
 * @throws ReferenceError when an alias refers to something that contains it
 */
function withTextKeys(value: unknown, inside: readonly unknown[]): YamlValue {
  if (inside.includes(value)) throw new ReferenceError("An alias stands for a value that it is a part of");
  if (Array.isArray(value)) return value.map((item) => withTextKeys(item, [...inside, value]));
  if (!(value instanceof Map)) return value as YamlValue;
  const entries = [...(value as Map<unknown, unknown>)];
  return new Map(entries.map(([key, content]) => [textOfKey(key), withTextKeys(content, [...inside, value])]));
}

/** A list or map as a key, which may contain itself, is never a key of the format. */
const textOfKey = (key: unknown): string => (typeof key === "object" && key !== null ? "" : String(key));

/** The library recurses for every level; packets have five. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    if (depth > maxLevels) return true;
  }
  return /(- ){65}/.test(text);
}

/** A list in brackets, or a map of lists, `geom: [{…}, {…}]`. */
function* listsOf(value: YamlValue | undefined): Iterable<KpfItem> {
  if (value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly YamlValue[]) yield { value: item, line: 1, column: 1 };
    return;
  }
  const lists = value instanceof Map ? [...(value as ReadonlyMap<string, YamlValue>)] : [];
  const known = lists.filter(([key, list]) => kinds.includes(key) && Array.isArray(list));
  if (known.length === 0) throw readerRefusal("kpf-no-packets", [], { line: 1, column: 1 });
  for (const [key, list] of known) {
    for (const content of list as readonly YamlValue[]) {
      yield { value: new Map([[key, content]]), line: 1, column: 1 };
    }
  }
}

const kinds: readonly string[] = ["geom", "types", "act", "meta", "regions"];
