/**
 * The one-line packets of KPF files: `- { geom: { id1: 3, ts0: 7, g0: 1 2 3 4 } }`. A YAML library needs 0.2 ms for
 * such a line, a hundred times longer than this reader of the few kinds of values in them. Anything else (anchors,
 * tags, folded texts) is left to the library.
 */

/** Maps are `Map`s, since keys come from files and may be `__proto__`. */
export type YamlValue = string | number | boolean | null | YamlMap | readonly YamlValue[];
export type YamlMap = ReadonlyMap<string, YamlValue>;

/** Packets are not nested more deeply. */
const maxLevels = 32;

/** Characters that begin something not supported here, or that YAML would read differently. */
const foreignStart = /[&*!|>%@`?#]/;
const number = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;

/** Parses the item `- …` of a list if it is on one line; `undefined`: the library must parse it. */
export function parseFlowItem(line: string): YamlValue | undefined {
  return new FlowLine(line).item();
}

class FlowLine {
  readonly #text: string;
  #at = 0;
  #isForeign = false;

  constructor(text: string) {
    this.#text = text;
  }

  item(): YamlValue | undefined {
    if (!/^\s*- /.test(this.#text)) return undefined;
    this.#at = this.#text.indexOf("-") + 1;
    this.#skipSpace();
    const value = this.#char() === "{" || this.#char() === "[" ? this.#value(0) : this.#blockEntry();
    this.#skipSpace();
    const isOver = this.#at === this.#text.length || this.#text.startsWith(" #", this.#at - 1);
    return this.#isForeign || !isOver ? undefined : value;
  }

  /** `key: {…}` without surrounding braces. */
  #blockEntry(): YamlValue {
    const [entry = "", key = ""] = /^([A-Za-z]\w*):\s+(?=[{[])/.exec(this.#text.slice(this.#at)) ?? [];
    if (entry === "") return this.#foreign();
    this.#at += entry.length;
    return new Map([[key, this.#value(0)]]);
  }

  #value(level: number): YamlValue {
    this.#skipSpace();
    const char = this.#char();
    if (level > maxLevels) return this.#foreign();
    if (char === "{") return this.#map(level);
    if (char === "[") return this.#list(level);
    if (char === '"') return this.#doubleQuoted();
    if (char === "'") return this.#singleQuoted();
    return scalar(this.#plain(/[,}\]]/g));
  }

  #map(level: number): YamlMap {
    const entries = new Map<string, YamlValue>();
    this.#at++;
    while (!this.#isForeign) {
      this.#skipSpace();
      if (this.#take("}")) return entries;
      const key = this.#key();
      if (!this.#take(":") || entries.has(key)) break;
      entries.set(key, this.#value(level + 1));
      this.#skipSpace();
      if (this.#take("}")) return entries;
      if (!this.#take(",")) break;
    }
    this.#foreign();
    return entries;
  }

  #list(level: number): readonly YamlValue[] {
    const values: YamlValue[] = [];
    this.#at++;
    while (!this.#isForeign) {
      this.#skipSpace();
      if (this.#take("]")) return values;
      values.push(this.#value(level + 1));
      this.#skipSpace();
      if (this.#take("]")) return values;
      if (!this.#take(",")) break;
    }
    this.#foreign();
    return values;
  }

  #key(): string {
    if (this.#char() === '"') return this.#doubleQuoted();
    if (this.#char() === "'") return this.#singleQuoted();
    return this.#plain(/[:,{}[\]]/g);
  }

  #plain(end: RegExp): string {
    const start = this.#at;
    end.lastIndex = start;
    const stop = end.exec(this.#text)?.index ?? this.#text.length;
    const text = this.#text.slice(start, stop).trim();
    this.#at = stop;
    if (text === "" || foreignStart.test(text[0] ?? "") || /: |:$| #|^[-{["']|^0[ox]|^\.[in]/i.test(text)) {
      if (!number.test(text)) this.#foreign();
    }
    return text;
  }

  #doubleQuoted(): string {
    const found = /"(?:\t|[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/uy;
    found.lastIndex = this.#at;
    const [text] = found.exec(this.#text) ?? [];
    if (text === undefined) return this.#foreign();
    this.#at += text.length;
    return JSON.parse(text.replaceAll("\t", "\\t")) as string;
  }

  #singleQuoted(): string {
    const found = /'((?:[^']|'')*)'/y;
    found.lastIndex = this.#at;
    const [text, content = ""] = found.exec(this.#text) ?? [];
    if (text === undefined) return this.#foreign();
    this.#at += text.length;
    return content.replaceAll("''", "'");
  }

  #foreign(): string {
    this.#isForeign = true;
    return "";
  }

  #char(): string | undefined {
    return this.#text[this.#at];
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === " ") this.#at++;
  }
}

/** Like plain scalars in the core schema of YAML 1.2. */
function scalar(text: string): YamlValue {
  if (number.test(text)) return Number(text);
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  return /^(null|Null|NULL|~)$/.test(text) ? null : text;
}
