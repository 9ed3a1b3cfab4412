/**
 * Which files the viewer's modules go into. By itself the bundler makes a file for each module that pages and dialogs
 * share in another way, and browsers ask a server for six files at a time: the viewer waited for eighty, most of them
 * smaller than what it takes to ask for one.
 *
 * No page loads more than it did: what it has in common with the viewer is a file for each set of pages.
 */
import type { Rolldown } from "vite";

type Imports = Pick<Rolldown.ModuleInfo, "importedIds" | "dynamicallyImportedIds" | "importers" | "dynamicImporters">;
export type ImportsOf = (id: string) => Imports | null;

const entry = /\/web\/app\/main\.tsx$/;
/** Its modules show pages and what is around them. */
const app = /\/web\/app\//;
const viewerPage = /\/web\/viewer\/ViewerPage\.tsx$/;
/** Packages lead from their index to all they have: who uses what of them is not seen here. `vite.config.ts` lists it. */
const packages = /\/node_modules\//;
/** Fetches the viewer, and is no page. */
const ahead = /\/web\/app\/viewer-ahead\.ts$/;

interface Page {
  readonly name: string;
  readonly modules: ReadonlySet<string>;
}

interface Loaded {
  /** With the first page, whichever it is. */
  readonly first: ReadonlySet<string>;
  /** With the viewer. */
  readonly viewer: ReadonlySet<string>;
  readonly otherPages: readonly Page[];
  /** By who never opens the viewer, at once or later. */
  readonly outside: ReadonlySet<string>;
  /** With what the viewer loads later. */
  readonly later: ReadonlySet<string>;
}

/** Follows imports from one module on. */
function follow(root: string, importsOf: ImportsOf, next: (imports: Imports) => readonly string[]): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    const imports = importsOf(id);
    if (imports !== null) next(imports).forEach((each) => found.add(each));
  }
  return found;
}

function findLoaded(module: string, importsOf: ImportsOf): Loaded {
  const atOnce = (root: string) => follow(root, importsOf, ({ importedIds }) => importedIds);
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
    first: atOnce(require(entry)),
    viewer: atOnce(require(viewerPage)),
    otherPages: roots
      .filter((id) => importsOf(id)?.dynamicImporters.some((by) => app.test(by)))
      .map((id) => ({ name: /([\w-]+)\.\w+$/.exec(id)?.[1] ?? "", modules: atOnce(id) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    outside: follow(require(entry), importsOf, ({ importedIds, dynamicallyImportedIds }) => [
      ...[...importedIds, ...dynamicallyImportedIds].filter(isOther),
    ]),
    later: new Set(roots.flatMap((id) => [...atOnce(id)])),
  };
}

/** A name for the file of each module; `null`: the bundler decides. */
export function viewerChunks(): (id: string, importsOf: ImportsOf) => string | null {
  let loaded: Loaded | undefined;
  return (id, importsOf) => {
    if (packages.test(id)) return null;
    const { first, viewer, otherPages, outside, later } = (loaded ??= findLoaded(id, importsOf));
    if (!viewer.has(id) || first.has(id)) return null;
    const sharing = otherPages.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
    if (sharing.length > 0) return `shared-${sharing.join("-")}`;
    // What opens over other pages too: dialogs, and what reads and writes files of annotations.
    if (outside.has(id)) return "viewer-parts";
    return later.has(id) ? "viewer-shared" : null;
  };
}
