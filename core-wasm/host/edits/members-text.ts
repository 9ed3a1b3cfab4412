/**
 * Members of JSON objects as the core stores them: compact text without braces, `"key":value,"key":value`. Changing one
 * leaves the text of the others unchanged, so numbers and escapes are preserved exactly as they were read.
 */
import { parseJson } from "../json.ts";
import type { JsonValue } from "../types.ts";
import { CoreError } from "../types.ts";

/** Where a member is in the text. */
interface Member {
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** The path of a member: its key, after the keys of the objects that contain it. */
export type MemberPath = readonly [string, ...string[]];

/** The text with the member set to a JSON text, or removed. Missing objects on the way are created. */
export function setMember(members: string, [key, ...inner]: MemberPath, value: string | undefined): string {
  const found = findMember(members, key);
  const changed = isPath(inner) ? setInside(members, found, inner, value) : value;
  if (found === undefined) {
    if (changed === undefined) return members;
    return `${members}${members === "" ? "" : ","}${JSON.stringify(key)}:${changed}`;
  }
  if (changed !== undefined) return members.slice(0, found.valueStart) + changed + members.slice(found.end);
  const rest =
    found.start === 0 ? members.slice(found.end + 1) : members.slice(0, found.start - 1) + members.slice(found.end);
  // The last of several equal keys counts, so all of them are removed.
  return setMember(rest, [key], undefined);
}

/** The JSON text of a member's value. */
export function memberText(members: string, key: string): string | undefined {
  const found = findMember(members, key);
  return found && members.slice(found.valueStart, found.end);
}

/** The members of an object's JSON text, without braces. */
export function withoutBraces(object: string): string {
  return object.startsWith("{") ? object.slice(1, -1) : "";
}

/** Integers that JavaScript would round are kept as raw JSON, for `encodeValue` to write again. */
export function parseMembers(members: string): Record<string, JsonValue> {
  return parseJson(`{${members}}`) as Record<string, JsonValue>;
}

/** Compact JSON. Throws `bad-argument` for numbers that JSON cannot represent. */
export function encodeValue(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "number" || Number.isFinite(inner)) return inner;
    throw new CoreError("bad-argument", `A value must not contain the number ${inner}.`);
  });
}

function setInside(
  members: string,
  found: Member | undefined,
  inner: MemberPath,
  value: string | undefined,
): string | undefined {
  const old = found && members.slice(found.valueStart, found.end);
  // There is nothing to remove.
  if (value === undefined && !old?.startsWith("{")) return old;
  return `{${setMember(withoutBraces(old ?? ""), inner, value)}}`;
}

function isPath(keys: readonly string[]): keys is MemberPath {
  return keys.length > 0;
}

function findMember(members: string, key: string): Member | undefined {
  let found: Member | undefined;
  for (let start = 0; start < members.length;) {
    const keyEnd = stringEnd(members, start);
    const end = valueEnd(members, keyEnd + 1);
    if (isKey(members.slice(start, keyEnd), key)) found = { start, valueStart: keyEnd + 1, end };
    start = end + 1;
  }
  return found;
}

/** Keys may have been read with escapes. */
function isKey(text: string, key: string): boolean {
  return text.includes("\\") ? JSON.parse(text) === key : text.length === key.length + 2 && text.startsWith(key, 1);
}

/** The position after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The position after the value that begins at `start`: at a comma or at the end. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === "," && depth === 0) return at;
    at++;
  }
  return at;
}
