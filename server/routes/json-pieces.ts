/**
 * Long JSON answers in pieces. Making the text of ten thousand documents at once would block all other requests for a
 * quarter of a second; list after list, in pieces, it blocks none.
 */
import { Turns } from "../base/turns.ts";
import { sortedJson } from "../plugins/json.ts";

/** A list of more documents than this is sent in pieces. */
const long = 200;
/** Characters of a piece. */
const pieceLength = 64 * 1024;
/** Lists are in the answer, or in what it lists: what a search found by type, the datasets of each label. */
const maxDepth = 2;

export function isLongDocument(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value) && value.length > long) return true;
  if (depth === maxDepth) return false;
  return Object.values(value).some((inner) => isLongDocument(inner, depth + 1));
}

/** The text of `sortedJson`, in buffers of their own. */
export async function* jsonPieces(value: unknown): AsyncGenerator<Uint8Array> {
  const turns = new Turns();
  let text = "";
  for (const part of parts(value)) {
    text += part;
    if (text.length >= pieceLength) {
      yield new TextEncoder().encode(text);
      text = "";
    }
    if (turns.isOver) await turns.next();
  }
  yield new TextEncoder().encode(text);
}

function* parts(value: unknown): Generator<string> {
  if (!isLongDocument(value)) yield sortedJson(value);
  else if (Array.isArray(value)) {
    let before = "[";
    for (const one of value) {
      yield before;
      yield* parts(one);
      before = ",";
    }
    yield "]";
  } else {
    const object = value as Readonly<Record<string, unknown>>;
    let before = "{";
    for (const name of Object.keys(object).sort()) {
      if (object[name] === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* parts(object[name]);
      before = ",";
    }
    yield "}";
  }
}
