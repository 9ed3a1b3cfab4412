/** The files below a folder as a set of annotation files: each is read on demand. */

import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AnnotationSource } from "#core/formats/sources/source";
import { pathFromBytes, systemPath } from "./system-path.ts";

const skippedFolder = /^(\..+|node_modules)$/;

export async function folderSource(folder: string): Promise<AnnotationSource> {
  const names: string[] = [];
  for await (const name of walkFolder(folder)) names.push(name);
  const files = names
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    .map((name) => ({
      name: name.replaceAll("\\", "/"),
      read: async () => await readFile(systemPath(join(folder, name))),
    }));
  return { files: () => files };
}

/** Paths of files below a folder. Linked folders are included, but none is visited twice. */
export async function* walkFolder(folder: string): AsyncGenerator<string> {
  const seen = new Set<string>();
  const level = [""];
  const linked: string[] = [];
  while (level.length > 0 || linked.length > 0) {
    // Real folders come first, so that links do not determine their names.
    const below = level.pop() ?? linked.shift() ?? "";
    const path = systemPath(join(folder, below));
    const { dev, ino } = await stat(path, { bigint: true });
    if (seen.has(`${dev}:${ino}`)) continue;
    seen.add(`${dev}:${ino}`);
    for (const entry of await readdir(path, {
      withFileTypes: true,
      encoding: "buffer",
    })) {
      const name = pathFromBytes(entry.name);
      const isLink = entry.isSymbolicLink();
      const isFolder = entry.isDirectory() || (isLink && (await isDirectory(join(folder, below, name))));
      if (!isFolder) yield join(below, name);
      else if (!skippedFolder.test(name)) (isLink ? linked : level).push(join(below, name));
    }
  }
}

export async function isDirectory(path: string): Promise<boolean> {
  return (await stat(systemPath(path)).catch(() => undefined))?.isDirectory() === true;
}
