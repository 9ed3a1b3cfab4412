/**
 * What a browser loads of script before a page is there, compressed, with the built web app: `npm run sizes` writes the table
 * of docs/page-sizes.md. Chunks that a page asks for later (dialogs, charts, readers of videos) do not count.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

interface Page {
  readonly name: string;
  /** Modules that the router loads for it, beside the entry. */
  readonly modules: readonly string[];
}

const around = ["SignedIn", "ShellLayout"];
const pages: readonly Page[] = [
  { name: "log-in", modules: ["LoginPage"] },
  { name: "data browser", modules: [...around, "DataLayout", "BrowserPage"] },
  { name: "jobs", modules: [...around, "JobsPage"] },
  { name: "account", modules: [...around, "AccountPage"] },
  { name: "administration", modules: [...around, "AdminPage"] },
  { name: "viewer", modules: ["SignedIn", "ViewerPage"] },
];

/** Static imports of a built chunk: `import ... from "./x.js"`, `import "./x.js"`, `export ... from "./x.js"`. */
const staticImport = /(?:^|[;\n}])(?:import|export)(?:[^"'();]*?from)?\s*["']\.\/([\w.-]+\.js)["']/g;

export function importsOf(chunk: string): string[] {
  return [...chunk.matchAll(staticImport)].map(([, file = ""]) => file);
}

/** All that is loaded when these chunks are: each once. */
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

function measure(webFolder: string): string {
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
  const rows = pages.map(({ name, modules }) => {
    const loaded = loadedWith([entry, ...modules.map(chunkOf)], textOf);
    const bytes = [...loaded].reduce((sum, file) => sum + gzipSync(textOf(file), { level: 9 }).length, 0);
    return `| ${name} | ${loaded.size} | ${Math.round(bytes / 1024)} KB |`;
  });
  return ["| page | files | gzip |", "|---|---|---|", ...rows].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const path = fileURLToPath(new URL("../../docs/page-sizes.md", import.meta.url));
  const table = measure(fileURLToPath(new URL("../../dist/web", import.meta.url)));
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/(<!-- table -->\n\n)[\s\S]*?(\n\n<!-- end of table -->)/, `$1${table}$2`));
  console.log(table);
}
