/**
 * Builds the parts that need building, by default all of them: `node tests/tools/build.ts [core] [web] [package]
 * [annotations] [--if-stale]`. Everything else (server, command line, tests) runs from its sources; the packages are
 * for installing elsewhere.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { newestChange, repository } from "./files.ts";
import { requireNoCircle, requirePageSizes } from "./page-sizes.ts";

export interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly output: string;
  readonly inputs: readonly string[];
}

const bin = (name: string): string => join(repository, "node_modules", ".bin", name);

const parts = [
  {
    name: "core",
    command: [process.execPath, "core-wasm/build.ts"],
    output: "core-wasm/build/core.wasm",
    inputs: ["core-wasm/assembly", "core-wasm/build.ts"],
  },
  {
    name: "web",
    command: [bin("vite"), "build", "--logLevel", "warn"],
    output: "dist/web/index.html",
    inputs: [
      "web",
      "schemas",
      "core-wasm/zip",
      "core-wasm/host",
      "core-wasm/vision",
      "core-wasm/build",
      "vite.config.ts",
      "tests/tools/precompress.ts",
      "tests/tools/page-sizes.ts",
      "tests/tools/viewer-chunks.ts",
      "package-lock.json",
    ],
  },
  {
    name: "package",
    command: [process.execPath, "tests/tools/build-package.ts"],
    output: "dist/package/package.json",
    inputs: [
      "cli",
      "server",
      "schemas",
      "core-wasm/threads",
      "core-wasm/programs",
      "core-wasm/drawing",
      "core-wasm/zip",
      "core-wasm/host",
      "core-wasm/vision",
      "core-wasm/build",
      "dist/web",
      "package.json",
    ],
  },
  {
    name: "annotations",
    command: [process.execPath, "tests/tools/build-annotations.ts"],
    output: "dist/annotations/package.json",
    inputs: [
      "cli",
      "schemas",
      "core-wasm/threads",
      "core-wasm/programs",
      "core-wasm/drawing",
      "core-wasm/zip",
      "core-wasm/host",
      "core-wasm/build",
      "docs",
      "package.json",
    ],
  },
] as const satisfies readonly Part[];

/**
 * Written when a build succeeds, dated when it started: a build that failed or was killed leaves an output but no
 * stamp, and what changed while it ran is newer than the stamp.
 */
const stampOf = (part: Part): string => join(repository, ".cache", "built", part.name);

export function isStale(part: Part): boolean {
  const stamp = stampOf(part);
  return (
    !existsSync(resolve(repository, part.output)) ||
    !existsSync(stamp) ||
    newestChange(part.inputs) > newestChange([stamp])
  );
}

/** Throws if the build fails; its own output has then said why. */
export function build(part: Part): void {
  const started = Date.now();
  const stamp = stampOf(part);
  rmSync(stamp, { force: true });
  const [command = "", ...args] = part.command;
  // Tests build too, and their NODE_ENV would select the libraries' slow and large development builds.
  const env = { ...process.env, NODE_ENV: "production" };
  const { status, error } = spawnSync(command, args, { cwd: repository, env, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`Building ${part.name} failed (\`npm run build:${part.name}\`).`);
  if (part.name === "web") {
    requirePageSizes(join(repository, "dist", "web"));
    requireNoCircle(join(repository, "dist", "web"));
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, "");
  utimesSync(stamp, started / 1000, started / 1000);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`built ${part.name} in ${seconds} s: ${part.output}`);
}

const isPackage = ({ name }: Part): boolean => name === "package" || name === "annotations";

/** Builds what is missing or older than its inputs: the named part, or everything the sources need to run. */
export function buildStale(name?: (typeof parts)[number]["name"]): void {
  for (const part of parts)
    if ((name === undefined ? !isPackage(part) : part.name === name) && isStale(part)) build(part);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const ifStale = process.argv.includes("--if-stale");
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    console.error(`There is no part ${unknown} to build; there are ${parts.map((part) => part.name).join(", ")}.`);
    process.exit(2);
  }
  try {
    for (const part of parts) {
      if (names.length > 0 && !names.includes(part.name)) continue;
      if (!ifStale || isStale(part)) build(part);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
