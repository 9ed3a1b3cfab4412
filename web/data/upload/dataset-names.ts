/** Names of the datasets that an upload creates, unique within a folder. */

import { stemOf } from "#schemas/media-files";

/**
 * Names each file's dataset after the file, without the extension if that is still unique.
 * @returns a name per file, in order
 */
export function datasetNames(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(keyOf(stemOf(file)), (counts.get(keyOf(stemOf(file))) ?? 0) + 1);
  return files.map((file) => ((counts.get(keyOf(stemOf(file))) ?? 0) > 1 ? file : stemOf(file)));
}

/** `name`, else `name (2)`, `name (3)`...: the first that is free. */
export function freeDatasetName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(keyOf));
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} (${n})`;
    if (!keys.has(keyOf(candidate))) return candidate;
  }
}

/** Equal for names that users would take for the same. */
export const keyOf = (name: string): string => name.trim().normalize("NFC").toLowerCase();
