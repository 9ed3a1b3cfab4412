/**
 * Makes a folder and those above it. Node's own recursive `mkdir` never returns where a parent exists and refuses children
 * with ENOENT, as `/proc` does; this one asks for each level once.
 */
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { systemPath } from "./system-path.ts";

/**
 * @param mode permissions of the folders that are made
 * @returns the outermost folder that was made; `undefined`: all were there
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
      // Another process may have been quicker.
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
