/** Matches files of a copy with those of a release: by path, name, stem, or because there is only one. */
import { basename, extname, join } from "node:path";

import { usageError } from "../base/process/errors.ts";

export interface Copy<E> {
  readonly entry: E;
  readonly path: string;
}

/**
 * @param folder the base of the release's paths
 * @param named files of the copy; empty: they are where the release has them
 */
export function matchCopies<E extends { readonly path: string }>(
  entries: readonly E[],
  folder: string,
  named: readonly string[],
): readonly Copy<E>[] {
  if (named.length === 0) return entries.map((entry) => ({ entry, path: join(folder, entry.path) }));
  const taken = new Set<E>();
  return named.map((path) => {
    const free = entries.filter((entry) => !taken.has(entry));
    const fits = [
      free.filter((entry) => basename(entry.path) === basename(path)),
      free.filter((entry) => stem(entry.path) === stem(path)),
      free,
    ].find((found) => found.length > 0);
    const [entry, ...others] = fits ?? [];
    if (entry === undefined) throw usageError(`${path} is one file more than the release has of its kind.`);
    if (others.length > 0) {
      const names = [entry, ...others].map((one) => one.path).join(", ");
      throw usageError(`${path} could be ${names}: give it the name that it has in the release.`);
    }
    taken.add(entry);
    return { entry, path };
  });
}

const stem = (path: string): string => basename(path, extname(path)).toLowerCase();
