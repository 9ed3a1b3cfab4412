/** Locates the repository, and lists its files. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Paths relative to the repository root of all files that git tracks or would track, sorted. Deleted files are left
 * out.
 */
export function projectFiles(): readonly string[] {
  const output = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = [...new Set(output.split("\0"))].filter((file) => file !== "" && existsSync(join(repository, file)));
  return files.toSorted();
}

/** The latest modification time, in ms, among the given files and folders; 0 if none exists. Tests are ignored. */
export function newestChange(paths: readonly string[]): number {
  let newest = 0;
  for (const path of paths) {
    const absolute = resolve(repository, path);
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (!stat.isDirectory()) {
      newest = Math.max(newest, stat.mtimeMs);
      continue;
    }
    for (const entry of readdirSync(absolute, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.test\.tsx?$|\.md$/.test(entry.name)) continue;
      newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
    }
  }
  return newest;
}
