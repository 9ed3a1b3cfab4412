/** Type declarations of a library, including everything they refer to. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { repository } from "./files.ts";

/**
 * @param start a module of the repository
 * @returns the place of its declarations in the folder
 */
export function packTypes(folder: string, start: string): string {
  mkdirSync(join(repository, ".cache"), { recursive: true });
  const work = mkdtempSync(join(repository, ".cache", "pack-types-"));
  try {
    const config = {
      extends: "../../tsconfig.base.json",
      compilerOptions: {
        composite: false,
        declaration: true,
        rootDir: repository,
        outDir: work,
        types: ["node"],
        lib: ["ES2024", "DOM", "DOM.Iterable"],
      },
      files: [join(repository, start)],
    };
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(repository, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", work], { encoding: "utf8" });
    if (status !== 0) throw new Error(`The types of ${start} cannot be declared: ${stdout}`);
    const first = start.replace(/\.ts$/, ".d.ts");
    for (const path of reachable(work, first)) {
      const target = join(folder, "types", path);
      mkdirSync(dirname(target), { recursive: true });
      const text = readFileSync(join(work, path), "utf8");
      writeFileSync(
        target,
        text.replaceAll(specifier, (_, before: string, name: string) => {
          const to = posix.relative(posix.dirname(path), resolved(path, name));
          return `${before}"${to.startsWith(".") ? to : `./${to}`}"`.replace(/\.ts"$/, '.js"');
        }),
      );
    }
    return posix.join("types", first);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const specifier = /(\bfrom |\bimport\()"([.#][^"]*)"/g;

/** Everything that a declaration needs, as paths from the root. */
function reachable(work: string, first: string): ReadonlySet<string> {
  const found = new Set([first]);
  for (const path of found) {
    const text = readFileSync(join(work, path), "utf8");
    for (const [, , name = ""] of text.matchAll(specifier)) found.add(resolved(path, name).replace(/\.ts$/, ".d.ts"));
  }
  return found;
}

/** The module that a specifier refers to, using the imports of package.json. */
function resolved(path: string, name: string): string {
  if (name.startsWith(".")) return posix.join(posix.dirname(path), name);
  const { imports } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
    readonly imports: Readonly<Record<string, string>>;
  };
  const exact = imports[name];
  if (exact !== undefined) return posix.normalize(exact);
  const [pattern = "", target = ""] =
    Object.entries(imports).find(([key]) => key.endsWith("*") && name.startsWith(key.slice(0, -1))) ?? [];
  return posix.normalize(target.replace("*", name.slice(pattern.length - 1)));
}
