/** Where the datasets of a place of media go: in the folders that they have there, videos by their names. */
import { kindOfFile, stemOf } from "./file-kinds.ts";
import type { MediaSet } from "./archive-layout.ts";

export interface MediaPlace {
  /** Below the folder that is imported into, from the top. */
  readonly folders: readonly string[];
  /** Of the dataset, as long as it is free. */
  readonly name: string;
}

type Placed = Pick<MediaSet<{ readonly path: string }>, "folder" | "name" | "type" | "files">;

export function placeOf(set: Placed, all: readonly Placed[]): MediaPlace {
  const folders = set.folder.split("/").filter((part) => part !== "");
  if (set.type === "video") {
    const video = [...set.files.keys()].find((name) => kindOfFile(name) === "video") ?? set.name;
    return { folders, name: stemOf(video) };
  }
  const own = folders.at(-1);
  if (own === undefined) return { folders, name: set.name };
  // A folder that other datasets are in cannot be a dataset itself.
  const isShared = all.some(
    (one) => one !== set && (one.folder === set.folder || one.folder.startsWith(`${set.folder}/`)),
  );
  return isShared ? { folders, name: set.name } : { folders: folders.slice(0, -1), name: own };
}
