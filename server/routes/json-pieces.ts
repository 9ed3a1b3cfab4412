/**
 * Long JSON responses in chunks. Serializing ten thousand documents at once would block all other requests for a
 * quarter of a second; in chunks, it blocks none.
 */
import { TimeSlices } from "../base/turns.ts";
import { sortedJson } from "../plugins/json.ts";

/** Lists with more documents are sent in chunks. */
const long = 200;
/** Characters per chunk. */
const pieceLength = 64 * 1024;
/**
 * Depth at which lists may be: in the response, or in a map in it, such as search results by type or the datasets of
 * each label.
 */
const maxDepth = 2;

export function isLongDocument(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value) && value.length > long) return true;
  if (depth === maxDepth) return false;
  return Object.values(value).some((inner) => isLongDocument(inner, depth + 1));
}

/** The text of `sortedJson`, in separate buffers. */
export async function* jsonPieces(value: unknown): AsyncGenerator<Uint8Array> {
  const turns = new TimeSlices();
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
