/** `size` of users and collections: the bytes in all of their folders, at any depth. */
import type { Collection, RootPathEntry, User } from "#schemas";

import type { Actor } from "../../services/access/actor.ts";
import type { PathEntry } from "../../services/tree/folder.service.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { wirePathEntry } from "./wire.ts";

/** Fills in `size` of users and collections that show it; other documents are unchanged. */
type FillSizes = <T extends object>(documents: readonly T[]) => Promise<T[]>;

export const fillSizesWith =
  ({ folders }: Pick<TreeServices, "folders">): FillSizes =>
  async (documents) => {
    const idsOf = (type: "user" | "collection"): string[] =>
      (documents as readonly object[])
        .filter(showsTreeSize)
        .filter((one) => one._modelType === type)
        .map(({ _id }) => _id);
    const sizes = new Map([
      ...(await folders.treeSizes("user", idsOf("user"))),
      ...(await folders.treeSizes("collection", idsOf("collection"))),
    ]);
    return documents.map((one) => (showsTreeSize(one) ? { ...one, size: sizes.get(one._id) ?? 0 } : one));
  };

/** Like `fillSizesWith`, for one document. */
export const fillSizeWith = (
  services: Pick<TreeServices, "folders">,
): (<T extends object>(document: T) => Promise<T>) => {
  const fill = fillSizesWith(services);
  return async (document) => (await fill([document]))[0] ?? document;
};

/** A path from the root, whose first entry may be a user or a collection. */
export const wirePathWith = (services: Pick<TreeServices, "folders">) => {
  const fill = fillSizeWith(services);
  return async (actor: Actor, path: readonly PathEntry[]): Promise<RootPathEntry[]> =>
    await Promise.all(
      path.map(async (entry) => {
        const wire = wirePathEntry(actor, entry);
        return { ...wire, object: await fill(wire.object) } as RootPathEntry;
      }),
    );
};

/** Accounts show their size only to themselves and to administrators. */
const showsTreeSize = (one: object): one is User | Collection =>
  "size" in one && "_modelType" in one && (one._modelType === "user" || one._modelType === "collection");
