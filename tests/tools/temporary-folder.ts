/**
 * Where `npm test` lets tests keep their files: in memory if there is plenty, because each of the many small
 * transactions of a test server waits for the disk otherwise, which is a quarter of the time of an API test.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

/** The file system in memory of Linux. */
const memory = "/dev/shm";

/** Room for the files of all tests, and memory for them and for the tests. */
const minimum = { fileBytes: 8 * 2 ** 30, freeBytes: 12 * 2 ** 30 };

/** The mounted file systems as in `/proc/mounts`, the space of the one in memory, and the free memory. */
export interface MemoryFacts {
  readonly mounts: string;
  readonly fileBytes: number;
  readonly freeBytes: number;
}

/** Tests also start programs that they have written, which a file system may forbid. */
export function isMemoryUsable({ mounts, fileBytes, freeBytes }: MemoryFacts): boolean {
  const mount = mounts.split("\n").find((line) => line.split(" ")[1] === memory);
  const [, , type, options = ""] = mount?.split(" ") ?? [];
  const allowsWork = type === "tmpfs" && !options.split(",").some((option) => option === "noexec" || option === "ro");
  return allowsWork && fileBytes >= minimum.fileBytes && freeBytes >= minimum.freeBytes;
}

const prefix = "wakeline-tests-";

/** @returns a new folder, to be removed after the tests; `undefined`: that of the system is to be used */
export function makeFolderInMemory(): string | undefined {
  if (process.platform !== "linux" || process.env["TMPDIR"] !== undefined) return undefined;
  try {
    removeAbandoned(memory);
    const { bavail, bsize } = statfsSync(memory);
    const facts = { mounts: readFileSync("/proc/mounts", "utf8"), fileBytes: bavail * bsize, freeBytes: freemem() };
    if (!isMemoryUsable(facts)) return undefined;
    const folder = join(memory, `${prefix}${process.pid}`);
    mkdirSync(folder);
    // PostgreSQL refuses to run as root, so its user needs to come in as well.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

/** Removes the folders of runs that were killed, which would take up memory until the machine is restarted. */
export function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || existsSync(`/proc/${name.slice(prefix.length)}`)) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}
