/**
 * `@wakeline/annotations`: the commands that need no server, and the core as a library, without server code.
 *
 * `node tests/tools/build-annotations.ts [folder]`; the core must have been built.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "./files.ts";
import { packDocs } from "./pack-docs.ts";
import { packManuals } from "./pack-manuals.ts";
import { manifestWith, packModules } from "./pack-modules.ts";
import { packTypes } from "./pack-types.ts";

const command = "cli/annotations-bin.js";
const library = "cli/library/index.ts";
const wasm = "core-wasm/build/core.wasm";

export async function buildAnnotations(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { dependencies, modules } = await packModules(folder, {
    starts: [command, library],
    workers: "cli/offline/*.worker.ts",
  });
  const schemas = ["project-configuration", "release-manifest"].map((name) => `schemas/json/${name}.schema.json`);
  for (const path of [wasm, ...schemas, "LICENSE"]) await cp(join(repository, path), join(folder, path));
  const reference = "docs/reference/{rules,problems,library}.md";
  await packDocs(folder, {
    pages: ["docs/cli.md", "docs/metrics.md", "docs/recipes/*.md", "docs/formats/*.md", reference],
    readme: "docs/reference/library.md",
  });
  const types = packTypes(folder, library);
  const own = {
    name: "@wakeline/annotations",
    description: "Annotation files of DIVE, VIAME, COCO, MOT, CVAT, YOLO and others: checked, converted, compared.",
    bin: { wakeline: command },
    man: packManuals(folder, "--offline"),
    exports: {
      ".": { types: `./${types}`, default: `./${library.replace(/\.ts$/, ".js")}` },
      "./core.wasm": `./${wasm}`,
      "./package.json": "./package.json",
    },
    publishConfig: { access: "public" },
  };
  // Last: it marks the package as complete.
  await writeFile(join(folder, "package.json"), await manifestWith(dependencies, "22.15", own));
  console.log(`packed ${modules} modules that need ${dependencies.length} packages`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await buildAnnotations(process.argv[2] ?? join(repository, "dist/annotations"));
