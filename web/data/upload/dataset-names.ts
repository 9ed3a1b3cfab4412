/** Names of the datasets that an upload makes: no two of one place are alike. */

/** The name without its ending. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * A dataset for each file is called as the file, without the ending where that is enough to tell it from the others.
 * @returns a name for each of the files, in their order
 */
export function datasetNames(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(keyOf(stemOf(file)), (counts.get(keyOf(stemOf(file))) ?? 0) + 1);
  return files.map((file) => ((counts.get(keyOf(stemOf(file))) ?? 0) > 1 ? file : stemOf(file)));
}

/** `name`, else `name (2)`, `name (3)`...: the first that is not taken. */
export function freeDatasetName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(keyOf));
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} (${n})`;
    if (!keys.has(keyOf(candidate))) return candidate;
  }
}

/** What people take for the same name. */
export const keyOf = (name: string): string => name.trim().normalize("NFC").toLowerCase();
