/** Operations on several kinds of documents at once: search, paths, times, and deleting a selection. */
import { AccessLevel } from "../../base/access-level.ts";
import { defined } from "../../base/defined.ts";
import { AccessError, MissingError, RequestError, ValidationError } from "../../base/errors.ts";
import type { Ports } from "../../ports/index.ts";
import type { TreeContents } from "../../ports/folder.repository.ts";
import type { FileRecord, ItemRecord, ParentType, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireSiteAdmin, requireUser, viewerOf, type Actor } from "../access/actor.ts";
import type { CollectionService, CollectionView } from "./collection.service.ts";
import type { FileService } from "./file.service.ts";
import type { FolderService, FolderView, PathEntry } from "./folder.service.ts";
import type { GroupService, GroupView } from "../accounts/group.service.ts";
import type { ItemService } from "./item.service.ts";
import { readSelection, type ResourceType, selectableTypes } from "./selection.service.ts";
import type { TrashService } from "./trash.service.ts";
import type { UserService } from "../accounts/user.service.ts";

/** As many as the largest page of a list. */
const maxCounted = 100;

const searchTypes: readonly string[] = ["collection", "folder", "group", "item", "user"];

export type Resource =
  | { type: "user"; document: UserRecord }
  | { type: "collection"; document: CollectionView }
  | { type: "folder"; document: FolderView }
  | { type: "item"; document: ItemRecord }
  | { type: "file"; document: FileRecord }
  | { type: "group"; document: GroupView };

export interface SearchQuery {
  text: string;
  mode: string;
  types: readonly unknown[];
  limit: number;
  offset: number;
  /** Access level required on folders, collections and groups. */
  level: number;
}

interface Deps {
  readonly access: AccessService;
  readonly collections: CollectionService;
  readonly files: FileService;
  readonly folders: FolderService;
  readonly groups: GroupService;
  readonly items: ItemService;
  readonly trash: TrashService;
  readonly users: UserService;
}

export class ResourceService {
  readonly #ports: Ports;
  readonly #parts: Deps;

  constructor(ports: Ports, parts: Deps) {
    this.#ports = ports;
    this.#parts = parts;
  }

  /** Documents that the caller can read, by type; every requested type has a list, even if it is empty. */
  async search(actor: Actor, query: SearchQuery): Promise<Map<string, Resource[]>> {
    if (query.mode !== "text" && query.mode !== "prefix") {
      throw new RequestError(`Search mode handler '${query.mode.slice(0, 100)}' not found.`);
    }
    const byType = new Map<string, Resource[]>();
    for (const type of new Set(query.types)) {
      if (typeof type !== "string" || !searchTypes.includes(type)) {
        throw new RequestError(`Invalid resource types requested: ${JSON.stringify(type).slice(0, 100)}`);
      }
      byType.set(type, await this.#searchAtLevel(actor, type, query));
    }
    return byType;
  }

  /**
   * The document at `/user/<login>/...` or `/collection/<name>/...`; `undefined` if there is none that the caller may
   * read: a path must not reveal what else exists.
   */
  async lookup(actor: Actor, path: string): Promise<Resource | undefined> {
    try {
      return await this.#find(actor, path);
    } catch (error) {
      if (error instanceof AccessError) return undefined;
      throw error;
    }
  }

  /** @throws AccessError if the document exists but is not accessible */
  async #find(actor: Actor, path: string): Promise<Resource | undefined> {
    const [root, name, ...rest] = splitPath(path);
    if (name === undefined) return undefined;
    const start = await this.#lookupRoot(actor, root, name);
    // Anonymous callers cannot see accounts, only what accounts have made public.
    if (rest.length === 0 && start?.type === "user") requireUser(actor);
    if (start === undefined || rest.length === 0) return start;
    const rootId = start.type === "user" ? start.document.id : start.document.record.id;
    let parent: { type: ParentType; id: string } = { type: start.type, id: rootId };
    let view: FolderView | undefined;
    for (const [index, part] of rest.entries()) {
      const folder = await this.#ports.database.folders.findByName(parent, part);
      if (folder === undefined) {
        return parent.type === "folder" ? await this.#lookupItem(actor, parent.id, rest.slice(index)) : undefined;
      }
      // A name inside a folder that the caller may not read is not confirmed.
      view = await this.#parts.folders.get(actor, folder.id);
      parent = { type: "folder", id: folder.id };
    }
    return view && { type: "folder", document: view };
  }

  /** Any document, for site administrators. */
  async get(actor: Actor, type: string, id: string): Promise<Resource> {
    requireSiteAdmin(actor);
    const { collections, files, folders, groups, items, users } = this.#parts;
    if (type === "user") return { type, document: await users.get(actor, id) };
    if (type === "collection") return { type, document: await collections.get(actor, id) };
    if (type === "folder") return { type, document: await folders.get(actor, id) };
    if (type === "item") return { type, document: await items.get(actor, id) };
    if (type === "file") return { type, document: await files.get(actor, id) };
    if (type === "group") return { type, document: await groups.get(actor, id) };
    throw new RequestError(
      `Invalid resource type: ${type.slice(0, 100)}. It must be one of ${selectableTypes.join(", ")}.`,
    );
  }

  /** @param times ISO 8601; an omitted one is unchanged. @returns the changed document */
  async setTimes(
    actor: Actor,
    type: string,
    id: string,
    times: { created?: string; updated?: string },
  ): Promise<Resource> {
    const resource = await this.get(actor, type, id);
    const createdMs = times.created === undefined ? undefined : parseTime("created", times.created);
    const updatedMs = times.updated === undefined ? undefined : parseTime("updated", times.updated);
    const changes = defined({ createdMs, updatedMs });
    if (Object.keys(changes).length > 0) {
      const { collections, files, folders, groups, items, users } = this.#ports.database;
      if (resource.type === "folder") await folders.update(resource.document.record.id, changes);
      else if (resource.type === "item") await items.update(resource.document.id, changes);
      else if (resource.type === "file") await files.update(resource.document.id, changes);
      else if (resource.type === "collection") await collections.update(resource.document.record.id, changes);
      else if (resource.type === "group") await groups.update(resource.document.record.id, changes);
      else if (createdMs !== undefined) await users.update(resource.document.id, { createdMs });
    }
    return await this.get(actor, type, id);
  }

  /** The path that `lookup` resolves. */
  async path(actor: Actor, type: string, id: string): Promise<string> {
    if (type === "user") return `/user/${encodePart((await this.#parts.users.get(actor, id)).login)}`;
    if (type === "collection")
      return `/collection/${encodePart((await this.#parts.collections.get(actor, id)).record.name)}`;
    if (type === "folder") {
      const { record } = await this.#parts.folders.get(actor, id);
      return `${await this.#rootAndFolders(actor, record.id)}/${encodePart(record.name)}`;
    }
    if (type === "item") {
      const item = await this.#parts.items.get(actor, id);
      return `${await this.path(actor, "folder", item.folderId)}/${encodePart(item.name)}`;
    }
    if (type === "file") {
      const file = await this.#parts.files.get(actor, id);
      return `${await this.path(actor, "item", file.itemId)}/${encodePart(file.name)}`;
    }
    throw new RequestError(`Invalid resource type: ${type.slice(0, 100)}`);
  }

  /**
   * Deletes a selection; the caller must be an administrator of each. Earlier ones stay deleted if a later one fails.
   * @param intoTrash folders and items can be restored; anything else is deleted permanently
   * @returns ids of the trash entries
   */
  async remove(actor: Actor, resources: Record<string, unknown>, intoTrash: boolean): Promise<readonly string[]> {
    requireUser(actor);
    const wanted = readSelection(resources);
    // If one may not be deleted, nothing is.
    for (const { type, id } of wanted) {
      await this.#requireAdmin(actor, type, id).catch((error: unknown) => {
        throw error instanceof MissingError ? new ValidationError(`No such ${type}: ${id}`, "id") : error;
      });
    }
    const entries: string[] = [];
    const isHeld = ({ type }: (typeof wanted)[number]): boolean => intoTrash && type === "item";
    for (const { type, id } of wanted.filter((one) => !isHeld(one))) {
      try {
        if (type === "folder" && intoTrash) entries.push((await this.#parts.trash.put(actor, id)).entry.id);
        else await this.#remove(actor, type, id);
      } catch (error) {
        // It was deleted together with a folder that contained it.
        if (!(error instanceof MissingError)) throw error;
      }
    }
    const items = wanted.filter(isHeld).map(({ id }) => id);
    if (items.length > 0) entries.push(...(await this.#parts.trash.putItems(actor, items)).map(({ id }) => id));
    return entries;
  }

  /** The content of folders and collections at any depth that the caller may read, in the requested order. */
  async contents(actor: Actor, resources: Record<string, unknown>): Promise<(TreeContents & { id: string })[]> {
    const wanted = readSelection(resources, ["collection", "folder"]);
    if (wanted.length > maxCounted)
      throw new RequestError(`The contents of at most ${maxCounted} folders are counted at once.`);
    const { access } = this.#parts;
    for (const { type, id } of wanted) {
      if (type === "folder") await access.requireFolder(actor, id, AccessLevel.read);
      else await access.requireCollection(actor, id, AccessLevel.read);
    }
    const counted: (TreeContents & { id: string })[] = [];
    for (const { id } of wanted)
      counted.push({ id, ...(await this.#ports.database.folders.countTree(id, viewerOf(actor))) });
    return counted;
  }

  async #requireAdmin(actor: Actor, type: ResourceType, id: string): Promise<void> {
    const { access, groups } = this.#parts;
    if (type === "folder") await access.requireFolder(actor, id, AccessLevel.admin);
    else if (type === "collection") await access.requireCollection(actor, id, AccessLevel.admin);
    else if (type === "user") await access.requireUserDocument(actor, id, AccessLevel.admin);
    else if (type === "item") await access.requireItem(actor, id, AccessLevel.admin);
    else if (type === "file") await access.requireFile(actor, id, AccessLevel.admin);
    else if ((await groups.get(actor, id)).level < AccessLevel.admin) {
      throw access.denied("group", id, AccessLevel.admin, actor);
    }
  }

  async #remove(actor: Actor, type: ResourceType, id: string): Promise<void> {
    const { folders, collections, users, items, files, groups } = this.#parts;
    if (type === "folder") await folders.remove(actor, id);
    else if (type === "collection") await collections.remove(actor, id);
    else if (type === "user") await users.remove(actor, id);
    else if (type === "item") await items.remove(actor, id);
    else if (type === "file") await files.remove(actor, id);
    else await groups.remove(actor, id);
  }

  async #searchAtLevel(actor: Actor, type: string, query: SearchQuery): Promise<Resource[]> {
    if (query.level <= AccessLevel.read) return await this.#searchType(actor, type, query);
    // The database filters what can be read; higher levels are checked afterwards.
    const readable = await this.#searchType(actor, type, { ...query, limit: 0, offset: 0 });
    const reached = readable.filter(({ document }) => !("level" in document) || document.level >= query.level);
    return reached.slice(query.offset, query.limit === 0 ? undefined : query.offset + query.limit);
  }

  async #searchType(actor: Actor, type: string, query: SearchQuery): Promise<Resource[]> {
    const { database } = this.#ports;
    const page = { limit: query.limit, offset: query.offset };
    const match = query.mode === "prefix" ? { prefix: query.text } : { text: query.text };
    const byName = { by: "lowerName", descending: false } as const;
    if (query.text.trim() === "") return [];
    if (type === "user") {
      // Anonymous callers get no list of accounts.
      if (actor.user === undefined) return [];
      const users = await database.users.list({ text: query.text, ...page }, { by: "login", descending: false });
      return users.map((document) => ({ type: "user", document }));
    }
    if (type === "folder") {
      const { rows } = await database.folders.list({ ...match, ...page }, byName, viewerOf(actor));
      const views = await this.#parts.access.withLevels(actor, "folder", rows);
      return views.map((document) => ({ type: "folder", document }));
    }
    if (type === "item") {
      const { rows } = await database.items.search({ ...match, ...page }, byName, viewerOf(actor));
      return rows.map((document) => ({ type: "item", document }));
    }
    if (type === "collection") {
      const { rows } = await this.#parts.collections.list(actor, { ...match, ...page }, byName);
      return rows.map((document) => ({ type: "collection", document }));
    }
    if (type === "group") {
      const { rows } = await this.#parts.groups.list(actor, { ...match, ...page }, byName);
      return rows.map((document) => ({ type: "group", document }));
    }
    return [];
  }

  async #lookupRoot(
    actor: Actor,
    root: string | undefined,
    name: string,
  ): Promise<Extract<Resource, { type: "user" | "collection" }> | undefined> {
    if (root === "user") {
      const document = await this.#ports.database.users.findByLogin(name.toLowerCase());
      return document && { type: "user", document };
    }
    if (root !== "collection") return undefined;
    const record = await this.#ports.database.collections.findByName(name);
    return record && { type: "collection", document: await this.#parts.collections.get(actor, record.id) };
  }

  async #lookupItem(
    actor: Actor,
    folderId: string,
    [itemName = "", fileName, ...more]: readonly string[],
  ): Promise<Resource | undefined> {
    const item = await this.#ports.database.items.findByName(folderId, itemName);
    if (item === undefined || more.length > 0) return undefined;
    await this.#parts.access.requireItem(actor, item.id);
    if (fileName === undefined) return { type: "item", document: item };
    const file = (await this.#ports.database.files.listInItems([item.id])).find((one) => one.name === fileName);
    return file && { type: "file", document: file };
  }

  async #rootAndFolders(actor: Actor, folderId: string): Promise<string> {
    const path = await this.#parts.folders.rootPath(actor, folderId);
    const [top] = path;
    const isWhole =
      top !== undefined && top.type !== "folder" && path.every((entry, n) => isInside(entry, path[n - 1]));
    const { record } = await this.#parts.folders.get(actor, folderId);
    if (!isWhole || parentIdOf(path.at(-1)) !== record.parentId) {
      throw new AccessError("The path of this document contains folders that you may not read. Use its id.");
    }
    return path
      .map((entry) => {
        if (entry.type === "user") return `/user/${encodePart(entry.object.record.login)}`;
        if (entry.type === "collection") return `/collection/${encodePart(entry.object.record.name)}`;
        return `/${encodePart(entry.object.record.name)}`;
      })
      .join("");
  }
}

const parentIdOf = (entry: PathEntry | undefined): string | undefined => {
  if (entry === undefined) return undefined;
  return entry.object.record.id;
};

/** Whether the entry is directly inside the one before it. */
const isInside = (entry: PathEntry, above: PathEntry | undefined): boolean =>
  above === undefined || (entry.type === "folder" && entry.object.record.parentId === parentIdOf(above));

function parseTime(name: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new ValidationError(`Invalid date: ${text.slice(0, 100)}`, name);
  return ms;
}

/** In names, `\` is written as `\\` and `/` as `\-`. */
const encodePart = (name: string): string => name.replaceAll("\\", "\\\\").replaceAll("/", "\\-");

/** The reverse of `encodePart`, for a whole path. */
function splitPath(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .map((part) => part.replaceAll(/\\([\\-])/g, (_, character: string) => (character === "-" ? "/" : "\\")));
}
