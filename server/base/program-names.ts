/**
 * Names that people have given, as names of files that programs get: one part of a path, without characters that lead
 * elsewhere or end a line, no longer than file systems take, and each once.
 */
const mostBytes = 200;

/** @returns the same for the same name */
export function programName(name: string): string {
  const plain = name.replaceAll(/[/\\\p{Cc}\p{Zl}\p{Zp}]/gu, "_").replace(/^[-~]+/, "_");
  const safe = /^\.*$/.test(plain) ? "_" : plain;
  return shortened(safe);
}

/** Names of one folder. */
export class ProgramNames {
  readonly #taken = new Set<string>();

  /** @returns a name that was not given before: `a_b.png`, then `a_b (1).png` */
  take(name: string): string {
    const wanted = programName(name);
    const [, stem = wanted, ending = ""] = /^(.+?)(\.[^.]*)?$/.exec(wanted) ?? [];
    let free = wanted;
    for (let n = 1; this.#taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** The ending stays: programs go by it. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= mostBytes) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = name.slice(0, Math.min(name.length - ending.length, mostBytes));
  while (Buffer.byteLength(stem + ending) > mostBytes) stem = stem.slice(0, -1);
  return `${stem.toWellFormed()}${ending}`;
}
