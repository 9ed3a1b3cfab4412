/**
 * Where datasets imported from a media source go: into the same folders as there; videos are named after their files.
 */
import { stemOf } from "#schemas/media-files";

import { kindOfFile } from "./file-kinds.ts";
import type { MediaSet } from "./archive-layout.ts";

export interface ImportTarget {
  /** From the folder imported into downwards. */
  readonly folders: readonly string[];
  /** Name of the dataset, if it is free. */
  readonly name: string;
}

type Placed = Pick<MediaSet<{ readonly path: string }>, "folder" | "name" | "type" | "files">;

/** The place of each set; in time that grows with the number of sets. */
export function targetsOf<S extends Placed>(sets: readonly S[]): ReadonlyMap<S, ImportTarget> {
  const counts = new Map<string, number>();
  const above = new Set<string>();
  for (const { folder } of sets) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
    for (let end = folder.lastIndexOf("/"); end > 0; end = folder.lastIndexOf("/", end - 1)) {
      above.add(folder.slice(0, end));
    }
  }
  // A folder that contains other datasets cannot be a dataset itself.
  const isShared = ({ folder }: S): boolean => (counts.get(folder) ?? 0) > 1 || above.has(folder);
  return new Map(sets.map((set) => [set, targetOf(set, isShared(set))]));
}

function targetOf(set: Placed, isShared: boolean): ImportTarget {
  const folders = set.folder.split("/").filter((part) => part !== "");
  if (set.type === "video") {
    const video = [...set.files.keys()].find((name) => kindOfFile(name) === "video") ?? set.name;
    return { folders, name: stemOf(video) };
  }
  const innermost = folders.at(-1);
  if (innermost === undefined || isShared) return { folders, name: set.name };
  return { folders: folders.slice(0, -1), name: innermost };
}
