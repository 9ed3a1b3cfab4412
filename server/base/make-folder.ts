/**
 * Makes a folder and its parents. Node's own recursive `mkdir` never returns if a parent exists and refuses children
 * with ENOENT, as `/proc` does; this one tries each level once.
 */
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * @param mode permissions of the new folders
 * @throws Error with a message for users: a part of the path is not a folder, or cannot be created
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  let at = resolve(path);
  for (; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing.push(at);
  requireFolder(at);
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have been faster.
      if ((error as NodeJS.ErrnoException).code === "EEXIST") requireFolder(folder);
      else throw new Error(`${folder} cannot be made: ${(error as Error).message}`, { cause: error });
    }
  }
}

function requireFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw new Error(`${path} is not a folder.`);
}
