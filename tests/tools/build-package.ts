/**
 * The published package: cli and server as plain JavaScript, with the core, the built web app and the docs.
 *
 * `node tests/tools/build-package.ts [folder]`; core and web must have been built.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "./files.ts";
import { packDocs } from "./pack-docs.ts";
import { packManuals } from "./pack-manuals.ts";
import { manifestWith, packModules } from "./pack-modules.ts";

/** Entry point of the command. */
const start = "cli/bin.js";

export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { dependencies, modules } = await packModules(folder, {
    starts: [start],
    workers: "{cli,server}/**/*.worker.ts",
  });
  const schemas = ["project-configuration", "release-manifest", "model-pack"].map(
    (name) => `schemas/json/${name}.schema.json`,
  );
  for (const path of ["core-wasm/build/core.wasm", "dist/web", ...schemas, "LICENSE"])
    await cp(join(repository, path), join(folder, path), { recursive: true });
  await packDocs(folder, {
    pages: ["README.md", "CHANGELOG.md", "SECURITY.md", "docs/**/*.md", "docs/operation/examples/**"],
  });
  // Last: it marks the package as complete.
  const own = { bin: { wakeline: start }, man: packManuals(folder) };
  await writeFile(join(folder, "package.json"), await manifestWith(dependencies, "22.19", own));
  console.log(`packed ${modules} modules that need ${dependencies.length} packages`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await buildPackage(process.argv[2] ?? join(repository, "dist/package"));
