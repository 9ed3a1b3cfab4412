/**
 * Checks what readers rely on: each top- and second-level folder has a README, whose table of files lists all of them;
 * no tracked text names a path on a developer's machine or contains merge conflict markers, links between our Markdown
 * files resolve, and the core never says `for (;;)`.
 */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { repository } from "./files.ts";
import type { CheckResult } from "./check-result.ts";

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Folders that explain themselves. */
const withoutReadme: readonly RegExp[] = [
  /^\./,
  /(^|\/)(generated|fixtures|expected)$/,
  /^docs\/images$/,
  /^web\/public$/,
];

/** Home folders and work folders of one machine. Written in pieces, so that this file does not match itself. */
const machinePaths = new RegExp(`(?<![\\w.])/(${["work/", "root/", "Users/[a-z]", "home/[a-z]+/"].join("|")})`, "g");
const textPattern = /\.(ts|tsx|js|mjs|json|md|css|html|yml|yaml|sh|toml|tsv)$|(^|\/)(\.ci\/run|\.npmrc|\.gitignore)$/;

export function readTexts(paths: readonly string[]): readonly TextFile[] {
  return paths
    .filter((path) => textPattern.test(path) && path !== "package-lock.json")
    .map((path) => ({ path, text: readFileSync(`${repository}${path}`, "utf8") }));
}

export function checkDocs(paths: readonly string[], texts: readonly TextFile[]): CheckResult {
  const folders = foldersOf(paths);
  const problems = [
    ...folders
      .filter((folder) => !paths.includes(`${folder}/README.md`))
      .map((folder) => `${folder}/: has no README.md (what lives here, what does not, who may import it).`),
    ...texts.flatMap(machinePathProblems),
    ...texts.flatMap(conflictProblems),
    ...texts.filter(({ path }) => path.endsWith(".md")).flatMap((file) => linkProblems(file, paths)),
    ...texts.filter(({ path }) => path.endsWith("/README.md")).flatMap((file) => listingProblems(file, paths)),
    ...texts.filter(({ path }) => /^core-wasm\/assembly\/.*\.ts$/.test(path)).flatMap(forEverProblems),
  ];
  return { problems, looked: `${folders.length} folders, ${texts.length} texts` };
}

/** Top- and second-level folders with files, which need a README. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/");
    for (let depth = 1; depth <= 2 && depth < parts.length; depth++) folders.add(parts.slice(0, depth).join("/"));
  }
  return [...folders].filter((folder) => !withoutReadme.some((pattern) => pattern.test(folder))).toSorted();
}

function machinePathProblems({ path, text }: TextFile): string[] {
  return linesWith(text, machinePaths).map((line) => `${path}:${line}: names a place on one machine.`);
}

/** Compilers refuse these in code; in a page nothing would. */
function conflictProblems({ path, text }: TextFile): string[] {
  return linesWith(text, /^(?:<{7}|>{7}) /gm).map((line) => `${path}:${line}: a conflict that a merge left.`);
}

/** The linter cannot read AssemblyScript; `tests/tools/lint-rules.js` says why this one matters. */
function forEverProblems({ path, text }: TextFile): string[] {
  return linesWith(text, /\bfor\s*\(\s*;\s*;\s*\)/g).map((line) => `${path}:${line}: write \`while (true)\`.`);
}

function linkProblems({ path, text }: TextFile, paths: readonly string[]): string[] {
  const problems: string[] = [];
  for (const { 1: link = "", index } of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:|^#/.test(link)) continue;
    const target = posix.normalize(posix.join(posix.dirname(path), link.replace(/#.*$/, ""))).replace(/\/$/, "");
    if (paths.includes(target) || paths.some((other) => other.startsWith(`${target}/`))) continue;
    problems.push(`${path}:${text.slice(0, index).split("\n").length}: the link ${link} leads nowhere.`);
  }
  return problems;
}

/** Files that a README need not list: a test is next to what it tests, styles next to their component. */
const unlisted = /\.(test|spec)\.tsx?$|\.css$|^index\.ts$|^tsconfig\.json$|^README\.md$/;

/**
 * A README with a table of files (rows that start with file names of the folder) must list all of them. `recognize*.ts`
 * matches several; folders with only tests need no table.
 */
function listingProblems({ path, text }: TextFile, paths: readonly string[]): string[] {
  const folder = posix.dirname(path);
  const own = paths.filter((other) => posix.dirname(other) === folder).map((other) => posix.basename(other));
  const cells = [...text.matchAll(/^\|((?:[^|`]|`[^`]*`)*)\|/gm)].map(([, cell = ""]) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  if (!named.some((name) => own.includes(name))) return [];
  const everywhere = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name);
  const isNamed = (name: string): boolean => everywhere.some((pattern) => posix.matchesGlob(name, pattern));
  return own
    .filter((name) => !unlisted.test(name) && !isNamed(name))
    .map((name) => `${path}: its table of files does not name ${name}.`);
}

function linesWith(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split("\n").length);
}
