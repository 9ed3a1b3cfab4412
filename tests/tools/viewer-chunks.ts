/**
 * Which files the viewer's modules are bundled into. By default the bundler makes a file for each set of modules shared
 * by the same pages and dialogs, and browsers request only six files of a server at a time: the viewer waited for
 * eighty, most of them smaller than the cost of a request.
 *
 * No page loads more than before: what it shares with the viewer is in one file per set of pages.
 */
import type { Rolldown } from "vite";

type Imports = Pick<Rolldown.ModuleInfo, "importedIds" | "dynamicallyImportedIds" | "importers" | "dynamicImporters">;
export type ImportsOf = (id: string) => Imports | null;

const entry = /\/web\/app\/main\.tsx$/;
/** Its modules display pages and their surroundings. */
const app = /\/web\/app\//;
const viewerPage = /\/web\/viewer\/ViewerPage\.tsx$/;
/**
 * The index of a package leads to everything it contains: which parts are used is not visible here. `vite.config.ts`
 * lists it.
 */
const packages = /\/node_modules\//;
/** Prefetches the viewer, and is not a page. */
const ahead = /\/web\/app\/viewer-prefetch\.ts$/;

interface Page {
  readonly name: string;
  readonly modules: ReadonlySet<string>;
}

interface Loaded {
  /** Loaded with the first page, whichever it is. */
  readonly first: ReadonlySet<string>;
  /** Loaded with the viewer. */
  readonly viewer: ReadonlySet<string>;
  readonly otherPages: readonly Page[];
  /** Loaded, now or later, without ever opening the viewer. */
  readonly outside: ReadonlySet<string>;
  /** Loaded with what the viewer loads later. */
  readonly later: ReadonlySet<string>;
}

/** Follows imports, starting from one module. */
function follow(root: string, importsOf: ImportsOf, next: (imports: Imports) => readonly string[]): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    const imports = importsOf(id);
    if (imports !== null) next(imports).forEach((each) => found.add(each));
  }
  return found;
}

function findLoaded(module: string, importsOf: ImportsOf): Loaded {
  const immediately = (root: string) => follow(root, importsOf, ({ importedIds }) => importedIds);
  const all = [
    ...follow(module, importsOf, ({ importers, dynamicImporters, importedIds, dynamicallyImportedIds }) => [
      ...[...importers, ...dynamicImporters, ...importedIds, ...dynamicallyImportedIds],
    ]),
  ];
  const require = (path: RegExp): string => {
    const found = all.find((id) => path.test(id));
    if (found === undefined) throw new Error(`No module of the web app is ${path.source}`);
    return found;
  };
  const isOther = (id: string): boolean => !viewerPage.test(id) && !ahead.test(id);
  const roots = all.filter((id) => isOther(id) && (importsOf(id)?.dynamicImporters.length ?? 0) > 0);
  return {
    first: immediately(require(entry)),
    viewer: immediately(require(viewerPage)),
    otherPages: roots
      .filter((id) => importsOf(id)?.dynamicImporters.some((by) => app.test(by)))
      .map((id) => ({ name: /([\w-]+)\.\w+$/.exec(id)?.[1] ?? "", modules: immediately(id) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    outside: follow(require(entry), importsOf, ({ importedIds, dynamicallyImportedIds }) => [
      ...[...importedIds, ...dynamicallyImportedIds].filter(isOther),
    ]),
    later: new Set(roots.flatMap((id) => [...immediately(id)])),
  };
}

/** The file name for each module; `null`: the bundler decides. */
export function viewerChunks(): (id: string, importsOf: ImportsOf) => string | null {
  let loaded: Loaded | undefined;
  return (id, importsOf) => {
    if (packages.test(id)) return null;
    const { first, viewer, otherPages, outside, later } = (loaded ??= findLoaded(id, importsOf));
    if (!viewer.has(id) || first.has(id)) return null;
    const sharing = otherPages.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
    if (sharing.length > 0) return `shared-${sharing.join("-")}`;
    // Parts that open over other pages too: dialogs, and readers and writers of annotation files.
    if (outside.has(id)) return "viewer-parts";
    return later.has(id) ? "viewer-shared" : null;
  };
}
