/**
 * Modules of the command line and the server as plain JavaScript, file by file, for packages installed elsewhere: Node
 * does not strip types below node_modules, so sources cannot be installed there.
 */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { isAbsolute, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { repository } from "./files.ts";

/** Newer syntax is compiled for the oldest Node that the packages support. */
const target = "node22";

export interface Modules {
  /** Entry points; what they import is included. */
  readonly starts: readonly string[];
  /** Globs of worker threads, which are started by URL. */
  readonly workers: string;
}

export async function packModules(
  folder: string,
  { starts, workers: pattern }: Modules,
): Promise<{ dependencies: string[]; modules: number }> {
  // Without git: a container is built from the sources alone.
  const workers = globSync(pattern, { cwd: repository }).toSorted();
  const named = new Set<string>();
  const bundle = await rolldown({
    cwd: repository,
    input: Object.fromEntries(
      [...starts, ...workers].map((path) => [path.replace(/\.[jt]s$/, ""), join(repository, path)]),
    ),
    // Node's modules are named explicitly in the sources; helpers must run in browsers, too.
    platform: "neutral",
    external(id) {
      if (id.startsWith(".") || id.startsWith("#") || isAbsolute(id)) return false;
      named.add(id);
      return true;
    },
    plugins: [nameWorkersAndPackages(named)],
    transform: { target },
    // Side effects of modules must be kept.
    treeshake: false,
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: repository,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  await bundle.close();
  const packages = [...named].filter((id) => !id.startsWith("node:") && !builtinModules.includes(id)).map(packageOf);
  return { dependencies: [...new Set(packages)].toSorted(), modules: output.length };
}

/** Dependencies that are not imports: workers by URL, and packages resolved at run time. */
function nameWorkersAndPackages(named: Set<string>): Plugin {
  return {
    name: "workers-and-packages",
    transform(code) {
      for (const [, id = ""] of code.matchAll(/import\.meta\.resolve\("([^".][^"]*)"\)/g)) named.add(id);
      return code.replaceAll(/(new URL\("[^"]*worker)\.ts"/g, '$1.js"');
    },
  };
}

const packageOf = (id: string): string => id.split("/", id.startsWith("@") ? 2 : 1).join("/");

/**
 * The manifest of a package that needs these packages.
 * @param own overrides of the repository's manifest
 * @param minNode minimum version of the package, which none of its dependencies may exceed: `22.15`
 */
export async function manifestWith(
  packages: readonly string[],
  minNode: string,
  own: Readonly<Record<string, unknown>>,
): Promise<string> {
  const manifest = await readManifest("package.json");
  const versions = manifest["dependencies"] as Record<string, string>;
  const missing = packages.filter((name) => versions[name] === undefined);
  if (missing.length > 0) throw new Error(`The package needs ${missing.join(", ")}, which is not a dependency.`);
  for (const dependency of packages) await requireNode(dependency, minNode);
  const dependencies = Object.fromEntries(packages.map((name) => [name, versions[name]]));
  const { name, version, description, license, type } = manifest;
  const facts = { name, version, description, license, type, engines: { node: `>=${minNode}` } };
  return `${JSON.stringify({ ...facts, ...own, dependencies }, undefined, 2)}\n`;
}

async function requireNode(dependency: string, minNode: string): Promise<void> {
  const { engines } = await readManifest(`node_modules/${dependency}/package.json`);
  const { node = "" } = (engines ?? {}) as { readonly node?: string };
  const [, major = "0", minor = "0"] = /^>=\s*v?(\d+)(?:\.(\d+))?/.exec(node) ?? [];
  const [ownMajor = 0, ownMinor = 0] = minNode.split(".").map(Number);
  if (Number(major) > ownMajor || (Number(major) === ownMajor && Number(minor) > ownMinor))
    throw new Error(`The package is for Node ${minNode}, and ${dependency} needs ${node}.`);
}

async function readManifest(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(repository, path), "utf8")) as Record<string, unknown>;
}
