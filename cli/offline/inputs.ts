/** Resolves the arguments of an offline command: files, everything in folders, globs, and standard input. */

import { glob, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { recognizeFile } from "#core/formats/recognize/recognize";
import { type FileKind, pictureSetOf } from "#core/formats/recognize/recognized";
import { classDescriptions, isWithin, yoloFolders } from "#core/formats/recognize/recognize-names";
import { systemErrorCode, fileReason, usageError } from "../base/process/errors.ts";
import { fileLabel, standardStream } from "../base/files/files.ts";
import type { Finding } from "../base/annotations/findings.ts";
import { walkFolder } from "../base/files/folder-source.ts";
import { systemPath } from "../base/files/system-path.ts";

export interface InputFile {
  /** For opening it, and for messages. */
  readonly path: string;
  /** Relative to the searched folder, with `/` between the parts; just the file's name if it was given itself. */
  readonly name: string;
  readonly bytes: number;
  /** Found in a folder: files there that are not annotations are ignored, unless they seem intended as such. */
  readonly isFound: boolean;
}

export interface Inputs {
  readonly files: readonly InputFile[];
  /** Findings about arguments that match no file. */
  readonly findings: readonly Finding[];
  /** A single argument that names a single file. */
  readonly isSingle: boolean;
}

const globCharacters = /[*?[\]{}]/;
/** Files considered inside folders; any other file can be named explicitly. */
const setSuffix = /\.(txt|ya?ml|names|data)$/i;
/** Files that Label Studio puts next to the labels and the classes of a YOLO export. */
const labelStudioNotes = "notes.json";
const annotationSuffix = /\.(csv|tsv|jsonl?|ndjson|manifest|txt|ya?ml|xml|xgtf|zip|names)(\.gz|\.zst)?$/i;

/** @param except a folder of results, whose contents are not inputs. */
export async function findInputs(args: readonly string[], except?: string): Promise<Inputs> {
  if (args.filter((arg) => arg === standardStream).length > 1)
    throw usageError("`-` is standard input and can be named once.");
  const inputs = new Map<string, InputFile>();
  const findings: Finding[] = [];
  let isSingle = args.length === 1;
  for (const arg of args) {
    const { files, finding, isFile, folder } = await findFiles(arg);
    isSingle &&= isFile;
    // The first occurrence counts: a glob and a folder may match the same file.
    for (const file of files) {
      const key = file.path === standardStream ? file.path : resolve(file.path);
      const isResult = folder !== undefined && isInside(key, except) && isInside(except, folder);
      if (!inputs.has(key) && !isResult) inputs.set(key, file);
    }
    if (finding !== undefined) findings.push(finding);
  }
  return { files: [...inputs.values()], findings, isSingle };
}

function isInside(path: string | undefined, folder: string | undefined): boolean {
  return path !== undefined && folder !== undefined && resolve(path).startsWith(resolve(folder) + sep);
}

interface Found {
  readonly files: readonly InputFile[];
  /** The folder that was searched. */
  readonly folder?: string;
  readonly finding?: Finding;
  readonly isFile: boolean;
}

async function findFiles(arg: string): Promise<Found> {
  if (arg === standardStream) {
    return { files: [{ path: arg, name: fileLabel(arg), bytes: 0, isFound: false }], isFile: true };
  }
  try {
    const facts = await stat(systemPath(arg));
    if (facts.isDirectory()) return await findInFolder(arg);
    return { files: [{ path: arg, name: basename(arg), bytes: facts.size, isFound: false }], isFile: true };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    // A file name may contain such characters, so the file is looked for first.
    if (code === "ENOENT" && globCharacters.test(arg)) return findByGlob(arg);
    return {
      files: [],
      finding: problem(arg, "file-unreadable", `Cannot be read: ${fileReason(code)}.`),
      isFile: true,
    };
  }
}

/** Formats of many files are one input, with the path of their folder. */
async function findInFolder(folder: string): Promise<Found> {
  const all: string[] = [];
  for await (const name of walkFolder(folder)) all.push(name);
  const readable = all.filter((name) => annotationSuffix.test(name));
  // Read together with the table next to it.
  const isCompanion = (name: string): boolean =>
    (isOfCamtrap(name) && readable.some((one) => one === join(dirname(name), "observations.csv"))) ||
    (classDescriptions.test(name) &&
      readable.some((one) => /\.csv$/i.test(one) && dirname(one) === dirname(name) && !classDescriptions.test(one)));
  const names = readable.filter((name) => !isCompanion(name));
  const asSlashes = (name: string): string => name.split(sep).join("/");
  const labels = yoloFolders(names.map(asSlashes));
  const pages = [
    ...(await folderOfKind(folder, names, "voc", ".xml")),
    ...(await folderOfKind(folder, names, "labelme", ".json")),
    ...(await folderOfKind(folder, names, "of-a-tool", ".txt")),
    ...(await folderOfKind(folder, names, "of-a-tool", ".json")),
  ];
  const sets = [...labels, ...pages.map(({ below }) => below)];
  const isOfSet = (name: string, set: string): boolean =>
    labels.includes(set)
      ? (setSuffix.test(name) || basename(name) === labelStudioNotes) && isWithin(asSlashes(name), set)
      : pages.some(({ below, ending }) => below === set && extname(name).toLowerCase() === ending) &&
        folderBelow(name) === set;
  const files: InputFile[] = [];
  for (const set of sets) {
    const parts = names.filter((name) => isOfSet(name, set));
    const sizes = await Promise.all(parts.map(async (name) => (await describe(join(folder, name), name, true)).bytes));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    files.push({ path: join(folder, set), name: set === "" ? basename(resolve(folder)) : set, bytes, isFound: true });
  }
  for (const name of names) {
    if (!sets.some((set) => isOfSet(name, set))) files.push(await describe(join(folder, name), name, true));
  }
  const finding = problem(folder, "no-files", "There is no file in this folder that could hold annotations.");
  const isOne = files.length === 1 && sets[0] === "";
  return { files: sorted(files), folder, isFile: isOne, ...(files.length === 0 && { finding }) };
}

/** Tables of a package of Camtrap DP that `observations.csv` is read with. */
const isOfCamtrap = (name: string): boolean => /(^|[/\\])(media\.csv|deployments\.csv|datapackage\.json)$/.test(name);

/** Folders with several files of a format that has one per picture, judging by the beginning of their first ones. */
async function folderOfKind(
  folder: string,
  names: readonly string[],
  kind: FileKind | "of-a-tool",
  ending: string,
): Promise<readonly { readonly below: string; readonly ending: string }[]> {
  const own = names.filter((name) => extname(name).toLowerCase() === ending);
  const found: { readonly below: string; readonly ending: string }[] = [];
  for (const [below, list] of Map.groupBy(own, folderBelow)) {
    if (list.length < 2) continue;
    let isSet = true;
    const tools = new Set<string | undefined>();
    for (const name of list.slice(0, maxScanned)) {
      const bytes = await readFile(systemPath(join(folder, name))).catch(() => undefined);
      const found = bytes && recognizeFile(bytes, name);
      tools.add(found?.translated === undefined ? undefined : pictureSetOf(found));
      isSet = kind === "of-a-tool" ? tools.size === 1 && !tools.has(undefined) : found?.kind === kind;
      if (!isSet) break;
    }
    if (isSet) found.push({ below, ending });
  }
  return found;
}

/** Large, since files of such a set may contain their pictures. */
const maxScanned = 20;

/** With `/` between the parts; "" is the searched folder. */
function folderBelow(name: string): string {
  return dirname(name).split(sep).join("/").replace(/^\.$/, "");
}

async function findByGlob(pattern: string): Promise<Found> {
  // The parts before the first one with a wildcard are a folder.
  const parts = pattern.split(/[/\\]/);
  const wild = parts.findIndex((part) => globCharacters.test(part));
  const base = parts.slice(0, wild).join("/") || (pattern.startsWith("/") ? "/" : ".");
  const files: InputFile[] = [];
  for await (const path of glob(pattern)) {
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isDirectory() === true) continue;
    files.push(await describe(path, relative(base, path), false));
  }
  const finding = problem(pattern, "no-files", "No file has a name like this.");
  return { files: sorted(files), folder: base, isFile: false, ...(files.length === 0 && { finding }) };
}

/** An inaccessible file is reported when it is read. */
async function describe(path: string, name: string, isFound: boolean): Promise<InputFile> {
  const facts = await stat(systemPath(path)).catch(() => undefined);
  return { path, name: name.split(sep).join("/"), bytes: facts?.size ?? 0, isFound };
}

function sorted(files: readonly InputFile[]): InputFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function problem(file: string, code: string, message: string): Finding {
  return { file, severity: "error", code, message };
}
