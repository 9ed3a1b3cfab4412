/** The folders of the source site, from the roots down. */
import type { ApiClient } from "#schemas/client";
import type { Folder } from "#schemas/wire";
import { interrupted } from "../base/process/interrupt.ts";
import { inParallel, paged } from "./pages.ts";

export interface CopyRoot {
  readonly parentType: "user" | "collection" | "folder";
  readonly parentId: string;
  /** The prefix of the paths of its contents. */
  readonly path: string;
  /** The destination of its folders. */
  readonly to: {
    readonly parentType: "user" | "collection" | "folder";
    readonly parentId: string;
  };
  /** Only this folder in it. */
  readonly only?: string;
}

export interface SourceFolder {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly depth: number;
  /** Its parent folder; for the outermost ones the root. */
  readonly parent: SourceFolder | CopyRoot;
  readonly isDataset: boolean;
  readonly type: string | undefined;
  readonly isPublic: boolean;
  /** Total size of its direct items. */
  readonly bytes: number;
  /** The folder with its media. */
  readonly cloneOf: string | undefined;
  /** Whether it is a clone, or in one. */
  readonly isInClone: boolean;
}

const truths = new Set<unknown>(["yes", "1", 1, "true", "t", "True", true]);

export async function readSourceTree(
  client: ApiClient,
  roots: readonly CopyRoot[],
  jobs: number,
): Promise<readonly SourceFolder[]> {
  const folders: SourceFolder[] = [];
  let level: SourceFolder[] = [];
  await inParallel(roots, jobs, async (root) => {
    if (root.only === undefined) level.push(...(await listIn(client, root.parentType, root.parentId, root)));
    else level.push(folderOf(await client.call("folder.get", { id: root.only }, { signal: interrupted }), root));
  });
  while (level.length > 0) {
    folders.push(...level);
    const next: SourceFolder[] = [];
    await inParallel(level, jobs, async (folder) => {
      next.push(...(await listIn(client, "folder", folder.id, folder)));
    });
    level = next;
  }
  // One root may contain another.
  return [...new Map(folders.toReversed().map((folder) => [folder.id, folder])).values()].reverse();
}

async function listIn(
  client: ApiClient,
  parentType: CopyRoot["parentType"],
  parentId: string,
  parent: SourceFolder | CopyRoot,
): Promise<readonly SourceFolder[]> {
  const read = (page: object): Promise<Folder[]> =>
    client.call("folder.list", { parentType, parentId, ...page }, { signal: interrupted });
  const folders: SourceFolder[] = [];
  for await (const folder of paged(read)) folders.push(folderOf(folder, parent));
  return folders;
}

function folderOf(folder: Folder, parent: SourceFolder | CopyRoot): SourceFolder {
  const { _id: id, name, meta = {}, foreign_media_id: cloneOf, size = 0 } = folder;
  const isDataset = truths.has(meta.annotate);
  return {
    id,
    name,
    parent,
    isDataset,
    cloneOf,
    path: `${parent.path}/${name.replaceAll("\\", "\\\\").replaceAll("/", String.raw`\-`)}`,
    depth: "depth" in parent ? parent.depth + 1 : 0,
    type: typeof meta.type === "string" ? meta.type : undefined,
    isPublic: folder.public === true,
    bytes: size,
    isInClone: cloneOf !== undefined || ("isInClone" in parent && parent.isInClone),
  };
}
