/** Which types are learnt under which names: a file of labels, as people write it for a training. */

/** The name under which a type is learnt; `undefined`: it is not. */
export type LabelOf = (type: string) => string | undefined;

/**
 * A line is a name and the types that are learnt under it, besides the name itself; between commas if the line has one,
 * else between spaces. Names with spaces may be quoted; a # starts a comment. Without any line, every type is learnt
 * under its own name.
 */
export function readLabels(text: string | undefined): LabelOf {
  const names = new Map<string, string>();
  for (const line of (text ?? "").split(/\r?\n/)) {
    const [name, ...others] = wordsOf(line.replace(/#.*$/, ""));
    if (name === undefined) continue;
    for (const one of [name, ...others]) if (!names.has(one)) names.set(one, name);
  }
  return names.size === 0 ? (type) => type : (type) => names.get(type);
}

function wordsOf(line: string): string[] {
  const words = line.includes(",") ? line.split(",") : (line.match(/"[^"]*"|\S+/g) ?? []);
  return words.map((word) => word.trim().replace(/^"(.*)"$/, "$1")).filter((word) => word !== "");
}
