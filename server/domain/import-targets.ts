/**
 * Where datasets imported from a media source go: into the same folders as there; videos are named after their files.
 */
import { kindOfFile, stemOf } from "./file-kinds.ts";
import type { MediaSet } from "./archive-layout.ts";

export interface ImportTarget {
  /** From the folder imported into downwards. */
  readonly folders: readonly string[];
  /** Name of the dataset, if it is free. */
  readonly name: string;
}

type Placed = Pick<MediaSet<{ readonly path: string }>, "folder" | "name" | "type" | "files">;

export function targetOf(set: Placed, all: readonly Placed[]): ImportTarget {
  const folders = set.folder.split("/").filter((part) => part !== "");
  if (set.type === "video") {
    const video = [...set.files.keys()].find((name) => kindOfFile(name) === "video") ?? set.name;
    return { folders, name: stemOf(video) };
  }
  const own = folders.at(-1);
  if (own === undefined) return { folders, name: set.name };
  // A folder that contains other datasets cannot be a dataset itself.
  const isShared = all.some(
    (one) => one !== set && (one.folder === set.folder || one.folder.startsWith(`${set.folder}/`)),
  );
  return isShared ? { folders, name: set.name } : { folders: folders.slice(0, -1), name: own };
}
