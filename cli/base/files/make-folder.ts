/**
 * Makes a folder and its missing parents. Node's own recursive `mkdir` never returns when a parent exists but refuses
 * children with ENOENT, as `/proc` does; this one tries each level once.
 */
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { systemPath } from "./system-path.ts";

/**
 * @param mode permissions of new folders
 * @returns the outermost new folder; `undefined`: all existed
 * @throws the system's error
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  const missing: string[] = [];
  let at = resolve(path);
  for (; !(await isThere(at)); at = dirname(at)) missing.push(at);
  let outermost: string | undefined;
  for (const folder of missing.toReversed()) {
    try {
      await mkdir(systemPath(folder), { mode });
      outermost ??= folder;
    } catch (error) {
      // Another process may have created it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return outermost;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(systemPath(path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
