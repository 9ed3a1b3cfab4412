/**
 * The published package: cli and server as plain JavaScript, a file for a file, with the core and the built web app. Node
 * takes types off nowhere below node_modules, so what is installed there cannot be the sources.
 *
 * `node tests/tools/build-package.ts [folder]`; core and web must have been built.
 */
import { globSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { repository } from "./files.ts";

/** Where the command starts; everything that it loads comes along. */
const start = "cli/bin.js";

export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { dependencies, modules } = await buildModules(folder);
  const schema = "schemas/json/project-configuration.schema.json";
  for (const path of ["core-wasm/build/core.wasm", "dist/web", schema, "README.md", "CHANGELOG.md", "LICENSE"])
    await cp(join(repository, path), join(folder, path), { recursive: true });
  // Last: it says that the package is whole.
  await writeFile(join(folder, "package.json"), await manifestWith(dependencies));
  console.log(`packed ${modules} modules that need ${dependencies.length} packages`);
}

async function buildModules(folder: string): Promise<{ dependencies: string[]; modules: number }> {
  // Not by asking git: a container is built from the sources alone.
  const workers = globSync("{cli,server}/**/{worker,*.worker}.ts", { cwd: repository }).toSorted();
  const named = new Set<string>();
  const bundle = await rolldown({
    cwd: repository,
    input: Object.fromEntries(
      [start, ...workers].map((path) => [path.replace(/\.[jt]s$/, ""), join(repository, path)]),
    ),
    platform: "node",
    external(id) {
      if (id.startsWith(".") || id.startsWith("#") || isAbsolute(id)) return false;
      named.add(id);
      return true;
    },
    plugins: [nameWorkersAndPackages(named)],
    // What a module does when it is loaded is its own affair.
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

/** What no import says: workers by their address, and packages that are resolved at run time. */
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

async function manifestWith(packages: readonly string[]): Promise<string> {
  const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as Record<string, unknown>;
  const versions = manifest["dependencies"] as Record<string, string>;
  const missing = packages.filter((name) => versions[name] === undefined);
  if (missing.length > 0) throw new Error(`The package needs ${missing.join(", ")}, which is no dependency.`);
  const dependencies = Object.fromEntries(packages.map((name) => [name, versions[name]]));
  const { name, version, description, license, type, engines } = manifest;
  return `${JSON.stringify({ name, version, description, license, type, engines, bin: { wakeline: start }, dependencies }, undefined, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await buildPackage(process.argv[2] ?? join(repository, "dist/package"));
