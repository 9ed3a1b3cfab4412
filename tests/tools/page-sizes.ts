/**
 * How much script a browser loads before a page is displayed, compressed, with the built web app: `npm run sizes`
 * writes the table of docs/page-sizes.md. Chunks that a page loads later (dialogs, charts, video readers) do not count.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

interface Page {
  readonly name: string;
  /**
   * Limit of its compressed script in kilobytes: the current size, and a little more. A higher limit needs a reason.
   */
  readonly limit: number;
  /** Modules that the router loads for it, in addition to the entry. */
  readonly modules: readonly string[];
  /** Parts of the text catalog that are loaded with it. */
  readonly texts: readonly string[];
}

const around = ["Application", "SignedIn", "ShellLayout"];
export const pages: readonly Page[] = [
  { name: "log-in", limit: 121, modules: ["LoginPage"], texts: ["start"] },
  { name: "data browser", limit: 223, modules: [...around, "DataLayout", "BrowserPage"], texts: ["start", "pages"] },
  { name: "jobs", limit: 235, modules: [...around, "JobsPage"], texts: ["start", "pages"] },
  { name: "account", limit: 287, modules: [...around, "AccountPage"], texts: ["start", "pages", "account"] },
  { name: "review", limit: 313, modules: [...around, "ReviewPage"], texts: ["start", "pages", "review"] },
  { name: "scoring", limit: 313, modules: [...around, "ScoringPage"], texts: ["start", "pages", "scoring"] },
  { name: "administration", limit: 316, modules: [...around, "AdminPage"], texts: ["start", "pages", "admin"] },
  {
    name: "viewer",
    limit: 614,
    modules: ["Application", "SignedIn", "ViewerPage"],
    texts: ["start", "pages", "commands", "viewer"],
  },
  {
    name: "viewer of a video",
    limit: 701,
    modules: ["Application", "SignedIn", "ViewerPage", "open-video"],
    texts: ["start", "pages", "commands", "viewer"],
  },
];

/** Static imports of a built chunk: `import ... from "./x.js"`, `import "./x.js"`, `export ... from "./x.js"`. */
const staticImport = /(?:^|[;\n}])(?:import|export)(?:[^"'();]*?from)?\s*["']\.\/([\w.~-]+\.js)["']/g;

export function importsOf(chunk: string): string[] {
  return [...chunk.matchAll(staticImport)].map(([, file = ""]) => file);
}

/** Everything loaded together with these chunks, without duplicates. */
export function loadedWith(roots: readonly string[], textOf: (file: string) => string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    importsOf(textOf(file)).forEach(load);
  };
  roots.forEach(load);
  return loaded;
}

export interface Measured {
  readonly name: string;
  readonly files: number;
  readonly kilobytes: number;
  readonly limit: number;
}

export function measurePages(webFolder: string): readonly Measured[] {
  const assets = join(webFolder, "assets");
  const files = readdirSync(assets).filter((file) => file.endsWith(".js"));
  const textOf = (file: string): string => readFileSync(join(assets, file), "utf8");
  const entry = /assets\/(index-[\w-]+\.js)/.exec(readFileSync(join(webFolder, "index.html"), "utf8"))?.[1];
  if (entry === undefined) throw new Error("The built page names no entry: run `npm run build:web` first.");
  const chunkOf = (module: string): string => {
    const [file, ...others] = files.filter((one) => one.startsWith(`${module}-`));
    if (file === undefined || others.length > 0) throw new Error(`${others.length + 1} chunks are called ${module}`);
    return file;
  };
  /** A part of the texts, in the language with the largest one. */
  const textsOf = (part: string): string => {
    const [file] = files
      .filter((one) => one.startsWith(`${part}.part-`))
      .toSorted((one, other) => textOf(other).length - textOf(one).length);
    if (file === undefined) throw new Error(`No chunk has the texts of ${part}`);
    return file;
  };
  return pages.map(({ name, modules, texts, limit }) => {
    const loaded = loadedWith([entry, ...modules.map(chunkOf), ...texts.map(textsOf)], textOf);
    const bytes = [...loaded].reduce((sum, file) => sum + gzipSync(textOf(file), { level: 9 }).length, 0);
    return { name, files: loaded.size, kilobytes: Math.round(bytes / 1024), limit };
  });
}

/**
 * Files that import each other statically in a cycle, so that one needs what does not exist yet. `undefined`: there is
 * no cycle.
 */
export function findCircle(files: readonly string[], textOf: (file: string) => string): readonly string[] | undefined {
  const done = new Set<string>();
  const findFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const imported of importsOf(textOf(file))) {
      const circle = findFrom(imported, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of files) {
    const circle = findFrom(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** @throws if built files import each other in a cycle: the grouping of modules is wrong */
export function requireNoCircle(webFolder: string): void {
  const assets = join(webFolder, "assets");
  const files = readdirSync(assets).filter((file) => file.endsWith(".js"));
  if (files.length === 0) throw new Error(`There is no script in ${assets}`);
  const circle = findCircle(files, (file) => readFileSync(join(assets, file), "utf8"));
  if (circle !== undefined) throw new Error(`Built files import each other: ${circle.join(" > ")}`);
}

/** @throws if a page has grown beyond its limit; names the page */
export function requirePageSizes(webFolder: string): void {
  const grown = measurePages(webFolder).filter(({ kilobytes, limit }) => kilobytes > limit);
  if (grown.length === 0) return;
  const lines = grown.map(({ name, kilobytes, limit }) => `${name}: ${kilobytes} KB of script, at most ${limit} KB`);
  throw new Error(`Pages have grown (docs/page-sizes.md):\n${lines.join("\n")}`);
}

function printTable(webFolder: string): string {
  const rows = measurePages(webFolder).map(
    ({ name, files, kilobytes, limit }) => `| ${name} | ${files} | ${kilobytes} KB | ${limit} KB |`,
  );
  return ["| page | files | gzip | at most |", "|---|---|---|---|", ...rows].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const path = fileURLToPath(new URL("../../docs/page-sizes.md", import.meta.url));
  const table = printTable(fileURLToPath(new URL("../../dist/web", import.meta.url)));
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/(<!-- table -->\n\n)[\s\S]*?(\n\n<!-- end of table -->)/, `$1${table}$2`));
  console.log(table);
}
