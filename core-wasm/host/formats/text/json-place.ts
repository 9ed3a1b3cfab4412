/** Locates the values that JSON pointers refer to in a text, for problems found in the parsed document. */

export interface TextPlace {
  /** Both from 1; columns count characters. */
  readonly line: number;
  readonly column: number;
}

/**
 * The places of the values, or of the members that hold them, by pointer. The text must be valid. A pointer to a
 * missing member gets the place of the object that lacks it.
 */
export function placesOf(text: string, pointers: readonly string[]): ReadonlyMap<string, TextPlace> {
  const starts = new Map<string, number>([["", text.search(/\S/)]]);
  const wanted = pointers.flatMap(prefixesOf);
  new Walk(text, new Set(wanted), starts).value("");
  return new Map(
    pointers.map((pointer) => {
      const found = prefixesOf(pointer).findLast((prefix) => starts.has(prefix)) ?? "";
      return [pointer, placeAt(text, starts.get(found) ?? 0)];
    }),
  );
}

export function placeAt(text: string, index: number): TextPlace {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** For `/a/b`: ``, `/a`, `/a/b`. */
function prefixesOf(pointer: string): string[] {
  return pointer.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
}

/** Makes one pass over the text, entering only containers that lead to a wanted value. */
class Walk {
  readonly #text: string;
  readonly #wanted: ReadonlySet<string>;
  readonly #containers: ReadonlySet<string>;
  readonly #starts: Map<string, number>;
  #at = 0;

  constructor(text: string, wanted: ReadonlySet<string>, starts: Map<string, number>) {
    this.#text = text;
    this.#wanted = wanted;
    this.#containers = new Set([...wanted].map((pointer) => pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0))));
    this.#starts = starts;
  }

  value(pointer: string): void {
    const opener = this.#next();
    if ((opener !== "{" && opener !== "[") || !this.#containers.has(pointer)) return this.#skipValue();
    this.#at++;
    const closer = opener === "{" ? "}" : "]";
    for (let index = 0; this.#next() !== closer; index++) {
      if (this.#next() === ",") this.#at++;
      this.#next();
      const start = this.#at;
      const step = opener === "{" ? this.#key() : String(index);
      const inner = `${pointer}/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (this.#wanted.has(inner)) this.#starts.set(inner, start);
      this.value(inner);
    }
    this.#at++;
  }

  #key(): string {
    const start = this.#at;
    this.#skipString();
    const name = JSON.parse(this.#text.slice(start, this.#at)) as string;
    this.#next();
    this.#at++;
    return name;
  }

  /** Not recursive: values may be nested more deeply than the call stack allows. */
  #skipValue(): void {
    let depth = 0;
    do {
      const character = this.#next();
      if (character === undefined) return;
      if (character === '"') this.#skipString();
      else if (/[-\w.+]/.test(character)) this.#skip(scalar);
      else {
        this.#at++;
        if (character === "{" || character === "[") depth++;
        else if (character === "}" || character === "]") depth--;
      }
    } while (depth > 0);
  }

  #skipString(): void {
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end >= 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #isEscaped(index: number): boolean {
    let start = index;
    while (this.#text[start - 1] === "\\") start--;
    return (index - start) % 2 === 1;
  }

  /** Moves to the next character that is not white space, and returns it. */
  #next(): string | undefined {
    this.#skip(space);
    return this.#text[this.#at];
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.#text);
    this.#at = Math.max(this.#at, pattern.lastIndex);
  }
}

const space = /[ \t\r\n]*/y;
const scalar = /[-\w.+]+/y;
