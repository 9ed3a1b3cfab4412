/**
 * Builds the parts that need building: `node tests/tools/build.ts [core] [web] [package] [--if-stale]`, all of them by default.
 * Everything else (server, command line, tests) runs from its sources; the package is for those who install it elsewhere.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newestChange, repository } from "./files.ts";

interface Part {
  readonly name: "core" | "web" | "package";
  readonly command: readonly string[];
  /** Written last: present and newer than every input means fresh. */
  readonly output: string;
  readonly inputs: readonly string[];
}

const bin = (name: string): string => join(repository, "node_modules", ".bin", name);

const parts: readonly Part[] = [
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
    inputs: ["web", "schemas", "core-wasm/host", "core-wasm/build", "vite.config.ts", "package-lock.json"],
  },
  {
    name: "package",
    command: [process.execPath, "tests/tools/build-package.ts"],
    output: "dist/package/package.json",
    inputs: ["cli", "server", "schemas", "core-wasm/host", "core-wasm/build", "dist/web", "package.json"],
  },
];

function isStale(part: Part): boolean {
  const output = join(repository, part.output);
  return !existsSync(output) || newestChange(part.inputs) > newestChange([part.output]);
}

/** Throws when the build fails; its own output has then said why. */
export function build(part: Part): void {
  const started = Date.now();
  const [command = "", ...args] = part.command;
  const { status, error } = spawnSync(command, args, { cwd: repository, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`Building ${part.name} failed (\`npm run build:${part.name}\`).`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`built ${part.name} in ${seconds} s: ${part.output}`);
}

/** Builds what is missing or older than its inputs: the named part, or all that the sources need to run. */
export function buildStale(name?: Part["name"]): void {
  for (const part of parts)
    if ((name === undefined ? part.name !== "package" : part.name === name) && isStale(part)) build(part);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const ifStale = process.argv.includes("--if-stale");
  const unknown = names.find((name) => !parts.some((part) => String(part.name) === name));
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
