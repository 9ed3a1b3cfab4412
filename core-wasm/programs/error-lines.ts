/** The errors in a log of ffmpeg whose lines begin with their level (`-v level+error`), as sentences for users. */

/** Without the path of the file, which may be private, and without the prefixes, which contain memory addresses. */
export function errorsOf(log: readonly string[], path: string): string[] {
  return log
    .filter((line) => /\[(error|fatal)\]/.test(line))
    .map((line) =>
      line
        .replaceAll(path, "the file")
        .replace(/^(\[[^\]]*\] )*/, "")
        .trim(),
    );
}
