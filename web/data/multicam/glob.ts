/** File name filters as users type them: glob patterns separated by semicolons, case-insensitive. */
import picomatch from "picomatch";

/** A pattern without a slash matches the file name, in any folder. An empty pattern matches every file. */
export function filterByGlob(pattern: string, paths: readonly string[]): readonly string[] {
  const globs = globsOf(pattern);
  if (globs.length === 0) return paths;
  const matches = globs.map((glob) => picomatch(glob, { nocase: true, dot: true, basename: !glob.includes("/") }));
  return paths.filter((path) => matches.some((isMatch) => isMatch(path)));
}

export function isEmptyGlob(pattern: string): boolean {
  return globsOf(pattern).length === 0;
}

function globsOf(pattern: string): string[] {
  return pattern
    .split(";")
    .map((glob) => glob.trim())
    .filter((glob) => glob !== "");
}
