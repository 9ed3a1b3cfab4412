/** Texts of programs and errors lose the paths of this machine before a person reads them. */
import { tmpdir } from "node:os";
import { resolve } from "node:path";

/** Of the api and of the site, not of the machine. */
const publicStart = /^\/(api|girder|user|collection|viewer|admin|jobs|login|dev\/null)(\/|$)/;
const part = String.raw`[^\s/\\'"\`:;,()<>|]+`;
const pathPattern = /(?<![\w.:/\\~-])(?:file:\/\/)?(?:\/[^\s/'"`:;,()<>|]+){2,}\/?|(?<!\w)[A-Za-z]:\\[^\s'"`;,()<>|]+/g;
/** A line that says where in a program an error was made: for its log, not for people. */
const stackLine = /^[ \t]+at [^\n]*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))(?: \{)?(?:\n|$)/gm;

const program = resolve(import.meta.dirname, "../..");
const ownFolders = new Set<string>();

/** Folders of this server: what is in them is found in texts whatever their names are, which may have spaces. */
export function hideFolders(folders: readonly string[]): void {
  for (const folder of folders) if (resolve(folder) !== "/") ownFolders.add(resolve(folder));
}

/** The text with the last part of each absolute path only, and without stack traces; a stored content is "a stored file". */
export function withoutPaths(text: string): string {
  return text
    .replaceAll(stackLine, "")
    .replaceAll(ownPattern(), lastPart)
    .replaceAll(pathPattern, (path) => (publicStart.test(path) ? path : lastPart(path)));
}

function ownPattern(): RegExp {
  // Where temporary files are may change while the server runs.
  const folders = [...ownFolders, program, resolve(tmpdir())].sort((a, b) => b.length - a.length);
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
