/**
 * `npm run generate`: writes who may import whom, from `layers.ts`, between the marks of ARCHITECTURE.md (all layers) and
 * of the READMEs of layers (their own). A README without marks may not write about imports, because nothing would keep
 * that up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import { projectFiles, repository } from "./files.ts";
import { layers, testFolders, type Layer } from "./layers.ts";

const begin = "<!-- imports: generated from tests/tools/layers.ts -->\n";
const end = "<!-- /imports -->";
/** More than this many importers are not a fact worth reading. */
const maxImporters = 12;
const handWritten =
  /\bmay (?:be imported|import [`*])|\bimported by\b|^Imports (?!go down\b)|\bimports (?:only|nothing)\b/im;

/** The text with its block filled in. @throws Error if the text should have a block, or write less. */
export function withImports(path: string, text: string, all: readonly Layer[]): string {
  const [head = "", rest] = text.split(begin);
  const [, tail] = rest?.split(end) ?? [];
  if (path !== "ARCHITECTURE.md" && handWritten.test(head + (tail ?? ""))) {
    throw new Error(
      `${path}: leave imports to the block that \`npm run generate\` writes (tests/tools/print-imports.ts).`,
    );
  }
  if (rest === undefined) return text;
  if (tail === undefined) throw new Error(`${path}: ${end} is missing.`);
  const block = path === "ARCHITECTURE.md" ? tableOf(all) : sentencesOf(`${posix.dirname(path)}/`, all);
  return `${head}${begin}${block}${end}${tail}`;
}

function tableOf(all: readonly Layer[]): string {
  const folders = shippedLayers(all).filter(({ path }) => path.endsWith("/"));
  const rows = folders.map((layer) => {
    const [top = ""] = layer.path.split("/");
    return `| ${nameOf(layer.path)} | ${importsOf(layer).replaceAll(`\`${top}/`, "`")} |\n`;
  });
  return `| layer | may import |\n|---|---|\n${rows.join("")}`;
}

function sentencesOf(folder: string, all: readonly Layer[]): string {
  const layer = all.find(({ path }) => path === folder);
  if (layer === undefined) throw new Error(`${folder} is not a layer of tests/tools/layers.ts.`);
  const lines = [`May import ${importsOf(layer)}.`];
  const importers = shippedLayers(all).flatMap((other) => {
    if (other.path.startsWith(folder)) return [];
    if (covers(other.may, folder)) return [nameOf(other.path)];
    if (other.mayLazily?.includes(folder) === true) return [`${nameOf(other.path)} (on demand)`];
    return other.mayTypes?.includes(folder) === true ? [`${nameOf(other.path)} (types)`] : [];
  });
  if (importers.length > 0 && importers.length <= maxImporters) lines.push(`Imported by ${importers.join(", ")}.`);
  const floors = all.filter(({ floorOf }) => floorOf === folder);
  if (floors.length > 0) {
    const names = floors.map(({ path }) => `\`${path.slice(folder.length)}\``).join(", ");
    lines.push(`Folders from the lowest to the highest: ${names}. Each may import those before it, and types of all.`);
  }
  return `${lines.join("\n")}\n`;
}

/** The layers of the product, without the floors, which the README of their parent lists. */
function shippedLayers(all: readonly Layer[]): readonly Layer[] {
  return all.filter(
    ({ path, floorOf }) =>
      floorOf === undefined && !/\.config\.ts$/.test(path) && !covers(["tests/", ...testFolders], path),
  );
}

function importsOf({ path, may, mayTypes = [], mayLazily = [] }: Layer): string {
  const list = (paths: readonly string[]): string =>
    paths
      .filter((other) => !other.startsWith(path))
      .map(nameOf)
      .join(", ");
  const parts = { "": list(may), "types of ": list(mayTypes), "on demand ": list(mayLazily) };
  const filled = Object.entries(parts).filter(([, names]) => names !== "");
  return filled.map(([how, names]) => how + names).join("; ") || "nothing";
}

function covers(places: readonly string[], folder: string): boolean {
  return places.some((place) => place.endsWith("/") && folder.startsWith(place));
}

function nameOf(path: string): string {
  return `\`${path.replace(/\/$/, "")}\``;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const path of projectFiles().filter((file) => /(^|\/)(README|ARCHITECTURE)\.md$/.test(file))) {
    try {
      const text = readFileSync(`${repository}${path}`, "utf8");
      const fresh = withImports(path, text, layers);
      if (fresh === text) continue;
      if (process.argv.includes("--check")) throw new Error(`${path} is not fresh: run \`npm run generate\`.`);
      writeFileSync(`${repository}${path}`, fresh);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
}
