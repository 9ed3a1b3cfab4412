/**
 * Checks every import of the repository against `layers.ts`: only allowed layers, packages only where they belong, only
 * packages declared in package.json, and no cycles, not even of types. Recognizes `import`, `export from`, `import()`,
 * `import("x").T` and `new URL("./x", import.meta.url)` (workers), through `#core` and `#schemas` too.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { posix } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { projectFiles, repository } from "./files.ts";
import { findCircles } from "./import-circles.ts";
import {
  circles,
  debt,
  developerPlaces,
  layers,
  packageRules,
  testFolders,
  type Layer,
  type PackageRule,
} from "./layers.ts";
import type { CheckResult } from "./check-result.ts";

export type ImportKind = "value" | "type" | "lazy";

export interface ImportSite {
  readonly specifier: string;
  readonly kind: ImportKind;
  readonly line: number;
}

export interface SourceFile {
  /** Relative to the repository root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface ImportRules {
  readonly layers: readonly Layer[];
  readonly packageRules: readonly PackageRule[];
  readonly debt: readonly { readonly from: string; readonly to: string; readonly why: string }[];
  /** Intended import cycles, each sorted. */
  readonly circles: readonly (readonly string[])[];
  readonly testFolders: readonly string[];
  readonly developerPlaces: readonly string[];
  /** Names of package.json's dependencies: those shipped with the product, and those for development. */
  readonly shipped: ReadonlySet<string>;
  readonly developers: ReadonlySet<string>;
  /** Subpath imports of package.json: `#core/*` to `core-wasm/host/*.ts`. */
  readonly aliases: Readonly<Record<string, string>>;
}

const sourcePattern = /\.(ts|tsx|js|mjs)$/;
const builtins = new Set(builtinModules);

export function importsOf(file: SourceFile): readonly ImportSite[] {
  const sites: ImportSite[] = [];
  const lineAt = (offset: number): number => file.text.slice(0, offset).split("\n").length;
  const { program, module, errors } = parseSync(file.path, blankDecorators(file));
  if (errors.length > 0) throw new Error(`${file.path} cannot be parsed: ${errors[0]?.message ?? ""}`);
  const add = (specifier: string, kind: ImportKind, offset: number): void => {
    sites.push({ specifier, kind, line: lineAt(offset) });
  };
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typesOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    add(moduleRequest.value, typesOnly ? "type" : "value", start);
  }
  for (const { entries, start } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (request) add(request.value, entries.every((entry) => entry.isType) ? "type" : "value", start);
  }
  new Visitor({
    ImportExpression(node) {
      const { source } = node;
      if (source.type === "Literal") add(String(source.value), "lazy", node.start);
      if (source.type === "TemplateLiteral" && source.expressions.length === 0) {
        add(source.quasis[0]?.value.cooked ?? "", "lazy", node.start);
      }
    },
    TSImportType(node) {
      add(String(node.source.value), "type", node.start);
    },
    NewExpression(node) {
      const [target, base] = node.arguments;
      const isUrl = node.callee.type === "Identifier" && node.callee.name === "URL";
      if (!isUrl || target?.type !== "Literal" || base?.type !== "MemberExpression") return;
      const specifier = String(target.value);
      // Only program text: a picture or a wasm file is an asset, not an import.
      if (specifier.startsWith(".") && sourcePattern.test(specifier)) add(specifier, "lazy", node.start);
    },
  }).visit(program);
  return sites;
}

const isAssemblyScript = (path: string): boolean => /^core-wasm\/(vision\/)?assembly\//.test(path);

/**
 * AssemblyScript decorates functions and constants (`@inline`), which is not valid TypeScript: blanked out, keeping
 * offsets.
 */
function blankDecorators({ path, text }: SourceFile): string {
  if (!isAssemblyScript(path)) return text;
  return text.replaceAll(/^[ \t]*@\w+(\([^)\n]*\))?/gm, (decorator) => " ".repeat(decorator.length));
}

/** Every import that breaks a rule, one line each; and how much was checked. */
export function checkImports(files: readonly SourceFile[], rules: ImportRules): CheckResult {
  const problems: string[] = [];
  const known = new Set(files.map((file) => file.path));
  const paidDebt = new Set(rules.debt);
  const graph = new Map<string, Set<string>>();
  let importCount = 0;
  for (const file of files) {
    const layer = layerOf(file.path, rules.layers);
    if (layer === undefined) {
      problems.push(`${file.path}: belongs to no layer; name its folder in tests/tools/layers.ts.`);
      continue;
    }
    const targets = new Set<string>();
    graph.set(file.path, targets);
    for (const site of importsOf(file)) {
      importCount++;
      const target = site.kind === "lazy" ? undefined : resolve(file.path, site.specifier, rules.aliases);
      if (target !== undefined && known.has(target)) targets.add(target);
      const problem = problemOf(file, layer, site, rules, known);
      if (problem === undefined) continue;
      const owed = rules.debt.find((entry) => entry.from === file.path && entry.to === site.specifier);
      if (owed !== undefined) paidDebt.delete(owed);
      else problems.push(`${file.path}:${site.line}: ${problem}`);
    }
  }
  for (const { from, to } of paidDebt) {
    problems.push(`tests/tools/layers.ts: the debt ${from} -> ${to} is repaid; delete its line.`);
  }
  problems.push(...circleProblems(findCircles(graph), rules.circles));
  return { problems, looked: `${files.length} files, ${importCount} imports, ${rules.debt.length} in debt` };
}

function circleProblems(found: readonly (readonly string[])[], allowed: ImportRules["circles"]): readonly string[] {
  const textOf = (circle: readonly string[]): string => circle.join(" <-> ");
  const [foundTexts, allowedTexts] = [found.map(textOf), allowed.map(textOf)];
  return [
    ...foundTexts
      .filter((text) => !allowedTexts.includes(text))
      .map((text) => `${text}: import each other. Move what they share into a file of its own.`),
    ...allowedTexts
      .filter((text) => !foundTexts.includes(text))
      .map((text) => `tests/tools/layers.ts: the circle ${text} is gone; delete its line.`),
  ];
}

export function projectImportRules(): ImportRules {
  const manifest = JSON.parse(readFileSync(`${repository}package.json`, "utf8")) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
    imports: Record<string, string>;
  };
  const shipped = new Set(Object.keys(manifest.dependencies));
  const developers = new Set(Object.keys(manifest.devDependencies));
  return {
    layers,
    packageRules,
    debt,
    circles,
    testFolders,
    developerPlaces,
    shipped,
    developers,
    aliases: manifest.imports,
  };
}

export function projectSources(): readonly SourceFile[] {
  return projectFiles()
    .filter((path) => sourcePattern.test(path) && !/\/(fixtures|corpus)\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${repository}${path}`, "utf8") }));
}

function problemOf(
  file: SourceFile,
  layer: Layer,
  site: ImportSite,
  rules: ImportRules,
  known: ReadonlySet<string>,
): string | undefined {
  const { specifier } = site;
  if (!specifier.startsWith(".") && !specifier.startsWith("#")) return packageProblem(file, site, rules);
  const target = resolve(file.path, specifier, rules.aliases);
  if (target === undefined) return `\`${specifier}\` is not among the imports of package.json.`;
  if (!known.has(target) && !existsOnDisk(target)) {
    // AssemblyScript omits the extension.
    const withExtension = [`${target}.ts`, `${target}/index.ts`].find((path) => known.has(path));
    if (withExtension === undefined) return `\`${specifier}\` leads to ${target}, which does not exist.`;
  }
  const targetLayer = layerOf(target, rules.layers);
  if (targetLayer === layer || isAsset(target)) return undefined;
  if (targetLayer === undefined) return `${target} belongs to no layer.`;
  if (isTest(file.path) && covers([...rules.testFolders, ...(layer.testsMay ?? [])], target)) return undefined;
  if (covers(layer.may, target)) return undefined;
  if (site.kind === "type" && covers(layer.mayTypes ?? [], target)) return undefined;
  if (site.kind === "lazy" && covers(layer.mayLazily ?? [], target)) return undefined;
  let hint = "";
  if (covers(layer.mayTypes ?? [], target)) hint = " Types only: `import type`.";
  if (covers(layer.mayLazily ?? [], target)) hint = " Lazily only: `await import(...)`.";
  return `${layer.path} may not import ${targetLayer.path} (\`${specifier}\`).${hint}`;
}

function packageProblem(file: SourceFile, site: ImportSite, rules: ImportRules): string | undefined {
  const { specifier } = site;
  const name = packageName(specifier);
  const isBuiltin = name.startsWith("node:");
  if (!isBuiltin && builtins.has(name)) return `write \`node:${name}\`.`;
  if (!isBuiltin && isAssemblyScript(file.path)) return `AssemblyScript has no packages: \`${name}\`.`;
  const typesPackage = `@types/${name.replace(/^@(.*)\/(.*)$/, "$1__$2")}`;
  if (!isBuiltin && !rules.shipped.has(name)) {
    const isDevelopers = rules.developers.has(name);
    if (!isDevelopers && !rules.developers.has(typesPackage)) return `\`${name}\` is not a dependency in package.json.`;
    if (isDevelopers && site.kind !== "type" && !isTest(file.path) && !covers(rules.developerPlaces, file.path)) {
      return `\`${name}\` is a package of developers (devDependencies), and would be missing from what is published.`;
    }
  }
  if (file.path.startsWith("tests/") || isTest(file.path)) return undefined;
  const rule = rules.packageRules.find(({ packages }) =>
    packages.some((pattern) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name)),
  );
  if (rule === undefined || covers(rule.onlyIn, file.path)) return undefined;
  return `\`${name}\` only in ${rule.onlyIn.join(", ")}: ${rule.why}.`;
}

function packageName(specifier: string): string {
  // `?url` asks the bundler for the URL of a file.
  const bare = (specifier.startsWith("npm:") ? specifier.slice(4) : specifier).replace(/\?.*$/, "");
  if (bare.startsWith("node:")) return bare;
  return bare
    .split("/")
    .slice(0, bare.startsWith("@") ? 2 : 1)
    .join("/");
}

function resolve(from: string, specifier: string, aliases: ImportRules["aliases"]): string | undefined {
  const withoutQuery = specifier.replace(/\?.*$/, "");
  if (withoutQuery.startsWith(".")) return posix.normalize(posix.join(posix.dirname(from), withoutQuery));
  const exact = aliases[withoutQuery];
  if (exact !== undefined) return posix.normalize(exact);
  for (const [alias, target] of Object.entries(aliases)) {
    const [head = ""] = alias.split("*");
    if (!alias.endsWith("*") || !withoutQuery.startsWith(head)) continue;
    return posix.normalize(target.replace("*", withoutQuery.slice(head.length)));
  }
  return undefined;
}

/** A test belongs to the layer of what it tests. */
function layerOf(file: string, all: readonly Layer[]): Layer | undefined {
  const path = file.replace(/\.test(\.tsx?)$/, "$1");
  let best: Layer | undefined;
  for (const layer of all) {
    const matches = layer.path.endsWith("/") ? path.startsWith(layer.path) : path === layer.path;
    if (matches && layer.path.length > (best?.path.length ?? 0)) best = layer;
  }
  return best;
}

function covers(places: readonly string[], path: string): boolean {
  return places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
}

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const isAsset = (path: string): boolean =>
  !sourcePattern.test(path) && /\.[a-z0-9]+$/.test(path) && !path.endsWith(".json");
const existsOnDisk = (path: string): boolean => {
  const stat = existsSync(`${repository}${path}`) ? statSync(`${repository}${path}`) : undefined;
  return stat?.isFile() ?? false;
};
