/** Which types are learned under which names: a label file, as users write it for a training. */

/** The name under which a type is learned; `undefined`: the type is ignored. */
export type LabelOf = (type: string) => string | undefined;

/**
 * Each line is a name followed by the types that are learned under it in addition to the name itself, separated by
 * commas if the line has one, else by spaces. Names with spaces may be quoted; a # starts a comment. Without any lines,
 * every type is learned under its own name.
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
