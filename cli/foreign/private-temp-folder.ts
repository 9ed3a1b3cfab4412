/** A folder for temporary files. A killed command leaves its own, which the next one removes. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../base/process/processes.ts";

/** Includes the host: containers may share a folder of temporary files, and each counts its processes from 1. */
const prefix = `wakeline-migrate-${hostname().replaceAll(/[^A-Za-z0-9]/g, "")}-`;

export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes this user's folders of commands that no longer run. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = name.startsWith(prefix) ? Number(/^\d+(?=-)/.exec(name.slice(prefix.length))?.[0]) : Number.NaN;
    if (!(pid > 0) || isRunning(pid)) continue;
    const path = join(tmpdir(), name);
    const owner = (await stat(path).catch(() => undefined))?.uid;
    if (owner !== process.getuid?.()) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
