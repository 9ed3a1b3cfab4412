/**
 * Turns names given by users into file names for programs: a single path component, without special or control
 * characters, no longer than file systems allow, and unique in its folder.
 */
const maxBytes = 200;

/** Deterministic: the same name gives the same result. */
export function programName(name: string): string {
  const plain = name.replaceAll(/[/\\\p{Cc}\p{Zl}\p{Zp}]/gu, "_").replace(/^[-~]+/, "_");
  const safe = /^\.*$/.test(plain) ? "_" : plain;
  return shortened(safe);
}

/** File names in one folder. */
export class ProgramNames {
  readonly #taken = new Set<string>();

  /** @returns a name that is not taken yet: `a_b.png`, then `a_b (1).png` */
  take(name: string): string {
    const wanted = programName(name);
    const [, stem = wanted, ending = ""] = /^(.+?)(\.[^.]*)?$/.exec(wanted) ?? [];
    let free = wanted;
    for (let n = 1; this.#taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** The extension is kept: programs rely on it. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = name.slice(0, Math.min(name.length - ending.length, maxBytes));
  while (Buffer.byteLength(stem + ending) > maxBytes) stem = stem.slice(0, -1);
  return `${stem.toWellFormed()}${ending}`;
}
