/**
 * Where the media of a dataset come from. A clone shows those of the dataset it was made from, as they were at that
 * moment, for as long as the reader or the clone's creator may read that dataset:
 *
 * - an item added later is not included, and one whose content was replaced has no content here;
 * - a reader who sees the clone only because it is public depends on its creator, who must be allowed to share the
 *   source;
 * - a clone of a clone shows what the clone above it shows, to readers of that one;
 * - an owner of the source can withdraw the media (`cut`).
 *
 * With the setting `clonesKeepMedia` no right to the source is needed. Media that were cut stay withdrawn.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { withoutTiles } from "../../domain/tile-files.ts";
import type { Repositories } from "../../ports/database.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { etagOf } from "../content/open-content.ts";
import { requireMediaRoot } from "./stored-ids.ts";

export interface ShownMedia {
  /** The folder that contains the items. */
  readonly root: FolderRecord;
  /** Whether they are public: no right can be revoked while the dataset stays public. */
  readonly isPublic: boolean;
  /** Sorted by name. @param limit of the first ones; 0: all */
  list(limit?: number): Promise<ItemRecord[]>;
  find(itemId: string): Promise<ItemRecord | undefined>;
  /**
   * The files that users added to these items. @throws RequestError 404 if a content was replaced since the cloning
   */
  filesOf(items: readonly ItemRecord[]): Promise<FileRecord[]>;
}

/** The site setting that lets clones outlive the right to their source. */
export const clonesKeepMedia = "clonesKeepMedia";

/**
 * @param folder one the caller may read
 * @throws RequestError 404, AccessError
 */
export async function requireShownMedia(
  access: AccessService,
  actor: Actor,
  folder: FolderRecord,
  db: Repositories,
): Promise<ShownMedia> {
  const root = await requireMediaRoot(db, folder);
  const isClone = root.id !== folder.id;
  if (isClone) await requireShown(access, actor, folder, root, db);
  return {
    root,
    isPublic: folder.public && root.public,
    list: async (limit = 0) => {
      const query = {
        limit,
        offset: 0,
        ...(isClone && { pinnedTo: folder.id }),
      };
      return (
        await db.items.listInFolder(root.id, query, {
          by: "name",
          descending: false,
        })
      ).rows;
    },
    find: async (itemId) => {
      const item = isObjectId(itemId) ? await db.items.find(itemId.toLowerCase()) : undefined;
      if (item?.folderId !== root.id) return undefined;
      return isClone && (await db.clones.listPins(folder.id, [item.id])).length === 0 ? undefined : item;
    },
    filesOf: async (items) => {
      const ids = items.map(({ id }) => id);
      const files = withoutTiles(await db.files.listInItems(ids));
      if (isClone) requirePinned(items, files, await db.clones.listPins(folder.id, ids));
      return files;
    },
  };
}

/** Whether the caller may make a clone of these media public. */
export async function mayPublishClone(
  access: AccessService,
  actor: Actor,
  clone: Pick<FolderRecord, "foreignMediaId">,
  db: Repositories,
): Promise<boolean> {
  const root = clone.foreignMediaId === null ? undefined : await db.folders.find(clone.foreignMediaId);
  if (root === undefined || root.public || (await db.settings.get(clonesKeepMedia)) === true) return true;
  return (await levelOn(access, actor, root, db)) >= AccessLevel.admin;
}

/** @param names of clones */
export const refusalToPublish = ([name = "", ...others]: readonly string[]): AccessError =>
  new AccessError(
    `${name} ${others.length > 0 ? `and ${others.length} more cannot` : "cannot"} be made public: the media belong to a dataset that you may not share. Nothing was changed. Ask an administrator of that dataset.`,
  );

function requirePinned(
  items: readonly ItemRecord[],
  files: readonly FileRecord[],
  pins: readonly { itemId: string; blobHash: string | null }[],
): void {
  const hashes = new Map(pins.map(({ itemId, blobHash }) => [itemId, blobHash ?? ""]));
  const replaced = files.find((file) => hashes.get(file.itemId) !== etagOf(file));
  if (replaced === undefined) return;
  const name = items.find(({ id }) => id === replaced.itemId)?.name ?? replaced.name;
  throw new RequestError(
    `${name} was replaced in the source dataset after this clone was made. Clone the dataset again to see the new one.`,
    404,
  );
}

async function requireShown(
  access: AccessService,
  actor: Actor,
  clone: FolderRecord,
  root: FolderRecord,
  db: Repositories,
): Promise<void> {
  const record = await db.clones.find(clone.id);
  if (record?.cutMs != null) {
    throw new AccessError(
      `The owner of dataset ${root.id} has withdrawn its media from this clone. Annotations can still be exported as DIVE JSON.`,
    );
  }
  if ((await db.settings.get(clonesKeepMedia)) === true) return;
  if (await isShown(access, [actor], clone, root, db)) return;
  throw new AccessError(
    `Read access denied for dataset ${root.id}, whose media this clone shows: neither you nor the person who made the clone may read it. Ask its owner to share it with one of you.`,
  );
}

/** @param readers users, one of whom must be allowed to see the media */
async function isShown(
  access: AccessService,
  readers: readonly Actor[],
  clone: FolderRecord,
  root: FolderRecord,
  db: Repositories,
): Promise<boolean> {
  let [folder, people] = [clone, readers];
  const seen = new Set<string>();
  while (!seen.has(folder.id)) {
    seen.add(folder.id);
    if (await hasReadableClone(access, people, root, db)) return true;
    const record = await db.clones.find(folder.id);
    if (record === undefined || record.cutMs !== null) return false;
    const maker = await makerOf(folder, db);
    if (maker !== undefined) {
      const level = await levelOn(access, maker, root, db);
      if (level >= AccessLevel.admin) return true;
      // The access list includes them, so they are not there only because it is public.
      if (level >= AccessLevel.read && (await hasReadableClone(access, people, { ...folder, public: false }, db)))
        return true;
    }
    const source = record.sourceId === root.id ? undefined : await db.folders.find(record.sourceId);
    const next = maker === undefined ? people : [...people, maker];
    if (source === undefined || !(await hasReadableClone(access, next, source, db))) return false;
    [folder, people] = [source, next];
  }
  return false;
}

async function makerOf({ creatorId }: FolderRecord, db: Repositories): Promise<Actor | undefined> {
  const user = creatorId === null ? undefined : await db.users.find(creatorId);
  return user?.status === "enabled" ? { user } : undefined;
}

async function hasReadableClone(
  access: AccessService,
  people: readonly Actor[],
  folder: FolderRecord,
  db: Repositories,
): Promise<boolean> {
  for (const person of people) if ((await levelOn(access, person, folder, db)) >= AccessLevel.read) return true;
  return false;
}

async function levelOn(
  access: AccessService,
  actor: Actor,
  folder: FolderRecord,
  db: Repositories,
): Promise<AccessLevel> {
  const [view] = await access.withLevels(actor, "folder", [folder], db);
  return view?.level ?? AccessLevel.none;
}
