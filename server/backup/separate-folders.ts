/**
 * A backup must be outside of the installation: the server deletes everything in a data folder that belongs to no file.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** @throws Error with a message for users if the backup would be in the data folder */
export function requireOutside(backup: string, dataFolder: string): void {
  if (!isWithin(backup, dataFolder)) return;
  throw new Error(
    `The backup ${backup} would be in the data folder ${dataFolder}, whose server deletes unknown files. Choose a folder outside of it.`,
  );
}

/** @throws Error with a message for users if they are the same, or one is inside the other */
export function requireSeparate(backup: string, dataFolder: string): void {
  if (!isWithin(backup, dataFolder) && !isWithin(dataFolder, backup)) return;
  throw new Error(
    `The backup ${backup} and the data folder ${dataFolder} are the same folder, or one is inside the other: the server would change the backup. Choose another data folder with --data or WAKELINE_DATA, or move the backup.`,
  );
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(realPath(folder), realPath(path));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** With symbolic links resolved, as far as the path exists. */
function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(realPath(parent), basename(whole));
  }
}
