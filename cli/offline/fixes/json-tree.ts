/** JSON with the positions of its parts, for edits that leave everything else unchanged. */

export interface JsonNode {
  readonly kind: "object" | "list" | "value";
  /** In characters; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Members of an object, in order. */
  readonly members: readonly JsonMember[];
  /** The items of a list. */
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  readonly name: string;
  /** With its quotes. */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly value: JsonNode;
}

/** `undefined`: the JSON cannot be edited. `NaN` and `Infinity` are accepted as values, as written by Python. */
export function readJsonTree(text: string): JsonNode | undefined {
  try {
    return new TreeReader(text).document();
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}

/** The value of a member that occurs once. */
export function memberNode(node: JsonNode | undefined, name: string): JsonNode | undefined {
  const found = node?.members.filter((member) => member.name === name) ?? [];
  return found.length === 1 ? found[0]?.value : undefined;
}

/** The number in a node; `undefined` for other nodes. */
export function numberAt(text: string, node: JsonNode | undefined): number | undefined {
  if (node === undefined || node.kind !== "value") return undefined;
  const word = text.slice(node.start, node.end);
  return /^-?\d/.test(word) ? Number(word) : undefined;
}

class NoJson extends Error {}

const maxDepth = 1000;
const space = /[ \t\r\n]*/y;
const string = /"(?:[^"\\]|\\.)*"/sy;
const word = /[-+.\w]+/y;

class TreeReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    // A byte order mark, as bytes.
    this.#at = this.#text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
    this.#take(space);
    const node = this.#value();
    this.#take(space);
    if (this.#at < this.#text.length) throw new NoJson();
    return node;
  }

  #value(): JsonNode {
    const start = this.#at;
    const first = this.#text[start];
    if (first !== "{" && first !== "[") {
      this.#expect(first === '"' ? string : word);
      return { kind: "value", start, end: this.#at, members: [], items: [] };
    }
    if (++this.#depth > maxDepth) throw new NoJson();
    this.#at++;
    const members: JsonMember[] = [];
    const items: JsonNode[] = [];
    const close = first === "{" ? "}" : "]";
    this.#take(space);
    while (this.#text[this.#at] !== close) {
      if (first === "{") members.push(this.#member());
      else items.push(this.#value());
      this.#take(space);
      if (this.#text[this.#at] === ",") {
        this.#at++;
        this.#take(space);
        if (this.#text[this.#at] === close) throw new NoJson();
      } else if (this.#text[this.#at] !== close) throw new NoJson();
    }
    this.#at++;
    this.#depth--;
    return { kind: first === "{" ? "object" : "list", start, end: this.#at, members, items };
  }

  #member(): JsonMember {
    const nameStart = this.#at;
    const name = this.#expect(string);
    const nameEnd = this.#at;
    this.#take(space);
    if (this.#text[this.#at] !== ":") throw new NoJson();
    this.#at++;
    this.#take(space);
    return { name: name.slice(1, -1), nameStart, nameEnd, value: this.#value() };
  }

  #take(what: RegExp): string {
    what.lastIndex = this.#at;
    const [found = ""] = what.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #expect(what: RegExp): string {
    const found = this.#take(what);
    if (found === "") throw new NoJson();
    return found;
  }
}
