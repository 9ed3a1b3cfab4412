/** Removes paths of this machine from messages of programs and errors before users see them. */
import { tmpdir } from "node:os";
import { resolve } from "node:path";

/** Paths of the API and the site, not of the machine. */
const publicStart = /^\/(api|girder|user|collection|viewer|admin|jobs|login|dev\/null)(\/|$)/;
const part = String.raw`[^\s/\\'"\`:;,()<>|]+`;
/** A slash after a letter of any script or a closing bracket is inside a relative name, as in `Fotos (1)/a/b.png`. */
const pathPattern =
  /(?<![\p{L}\p{M}\p{N}_.:/\\~)\]}+#&!%-])(?:file:\/\/)?(?:\/[^\s/'"`:;,()<>|]+){2,}\/?|(?<!\w)[A-Za-z]:\\[^\s'"`;,()<>|]+/gu;
/** A line of a stack trace: for the server's log, not for users. */
const stackLine = /^[ \t]+at [^\n]*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))(?: \{)?(?:\n|$)/gm;

const program = resolve(import.meta.dirname, "../..");
const secretFolders = new Set<string>();

/** Registers folders of this server: paths in them are found in texts even if their names contain spaces. */
export function hideFolders(folders: readonly string[]): void {
  for (const folder of folders) if (resolve(folder) !== "/") secretFolders.add(resolve(folder));
}

/**
 * Shortens each absolute path in the text to its last part and removes stack traces; a stored content becomes "a stored
 * file".
 */
export function withoutPaths(text: string): string {
  return text
    .replaceAll(stackLine, "")
    .replaceAll(folderPattern(), lastPart)
    .replaceAll(pathPattern, (path) => (publicStart.test(path) ? path : lastPart(path)));
}

function folderPattern(): RegExp {
  // The folder of temporary files may change while the server runs.
  const folders = [...secretFolders, program, resolve(tmpdir())].sort((a, b) => b.length - a.length);
  const any = folders.map((folder) => folder.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|");
  return new RegExp(String.raw`(?<![\w.~-])(?:file://)?(?:${any})(?:(?:[/\\]${part})+[/\\]?|(?![\w.-]))`, "g");
}

function lastPart(path: string): string {
  const last =
    path
      .replace(/[/\\]+$/, "")
      .split(/[/\\]/)
      .at(-1) ?? "";
  return /^[0-9a-f]{32,}$/i.test(last) ? "a stored file" : last;
}
