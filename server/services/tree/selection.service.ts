/** A selection of documents to move, copy or download together; the parameter `resources` of the API. */
import { RequestError, ValidationError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import { entryNamePart } from "../../../core-wasm/zip/safe-names.ts";
import type { Ports } from "../../ports/index.ts";
import type { ParentType } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { requireUser } from "../access/actor.ts";
import type { Archive, ArchiveService, ArchiveOptions } from "./archive.service.ts";
import type { CopyService } from "./copy.service.ts";
import type { FolderService } from "./folder.service.ts";
import type { ItemService } from "./item.service.ts";
import { FreeNames } from "./names.ts";

export const selectableTypes = ["collection", "file", "folder", "group", "item", "user"] as const;
export type ResourceType = (typeof selectableTypes)[number];

export interface Selected {
  type: ResourceType;
  id: string;
}

interface Parent {
  type: ParentType;
  id: string;
}

interface Deps {
  readonly archives: ArchiveService;
  readonly copies: CopyService;
  readonly folders: FolderService;
  readonly items: ItemService;
}

export class SelectionService {
  readonly #ports: Ports;
  readonly #parts: Deps;

  constructor(ports: Ports, parts: Deps) {
    this.#ports = ports;
    this.#parts = parts;
  }

  /** Earlier ones stay moved if a later one fails. */
  async move(actor: Actor, resources: Record<string, unknown>, parent: Parent): Promise<void> {
    const { folders, items } = this.#parts;
    await forEachPlaced(actor, resources, parent, {
      folder: (id) => folders.update(actor, id, { parent }),
      item: (id) => items.update(actor, id, { folderId: parent.id }),
    });
  }

  /** Earlier ones stay copied if a later one fails. @param onCopy called for each copy of a folder */
  async copy(
    actor: Actor,
    resources: Record<string, unknown>,
    parent: Parent,
    onCopy: (folderId: string) => Promise<void>,
  ): Promise<void> {
    const { copies } = this.#parts;
    await forEachPlaced(actor, resources, parent, {
      folder: async (id) => await onCopy((await copies.folder(actor, id, { parent })).record.id),
      item: (id) => copies.item(actor, id, { folderId: parent.id }),
    });
  }

  /**
   * One archive of all of them, each under its own name; rights are checked before the first byte, unless `signal`
   * aborts that.
   */
  async archive(
    actor: Actor,
    resources: Record<string, unknown>,
    options: ArchiveOptions,
    signal?: AbortSignal,
  ): Promise<Archive> {
    const wanted = readSelection(resources, ["collection", "file", "folder", "item", "user"]);
    const names = new FreeNames();
    const archives: Archive[] = [];
    for (const { type, id } of wanted) {
      signal?.throwIfAborted();
      if (!(await this.#exists(type, id))) throw new RequestError(`Resource ${type} ${id} not found.`);
      const open = (name: string): Promise<Archive> => this.#archiveOf(actor, type, id, { ...options, rootName: name });
      const { name } = await open("");
      archives.push(await open(names.take(entryNamePart(name))));
    }
    return { name: "Resources", entries: allEntries(archives) };
  }

  async #archiveOf(actor: Actor, type: ResourceType, id: string, options: ArchiveOptions): Promise<Archive> {
    const { archives } = this.#parts;
    if (type === "folder") return await archives.folder(actor, id, options);
    if (type === "collection") return await archives.collection(actor, id, options);
    if (type === "user") return await archives.user(actor, id, options);
    if (type === "file") return await archives.file(actor, id, options);
    return await archives.selectedItem(actor, id, options);
  }

  async #exists(type: ResourceType, id: string): Promise<boolean> {
    const { collections, files, folders, groups, items, users } = this.#ports.database;
    const finders = {
      collection: () => collections.find(id),
      file: () => files.find(id),
      folder: () => folders.find(id),
      group: () => groups.find(id),
      item: () => items.find(id),
      user: () => users.find(id),
    } as const satisfies Record<ResourceType, () => Promise<unknown>>;
    return (await finders[type]()) !== undefined;
  }
}

async function* allEntries(archives: readonly Archive[]): Archive["entries"] {
  for (const { entries } of archives) yield* entries;
}

/** Puts the selected folders and items into the parent, one after the other. */
async function forEachPlaced(
  actor: Actor,
  resources: Record<string, unknown>,
  parent: Parent,
  place: Readonly<Record<"folder" | "item", (id: string) => Promise<unknown>>>,
): Promise<void> {
  requireUser(actor);
  const wanted = readSelection(resources, ["folder", "item"]);
  if (parent.type !== "folder" && wanted.some(({ type }) => type === "item")) {
    throw new RequestError("Invalid parentType. Items can only be put into a folder.");
  }
  for (const { type, id } of wanted) await (type === "folder" ? place.folder(id) : place.item(id));
}

const maxSelected = 10_000;

/** Without duplicates. @throws RequestError unless it maps known types to lists of ids */
export function readSelection(
  resources: Record<string, unknown>,
  allowed: readonly ResourceType[] = selectableTypes,
): Selected[] {
  const entries = Object.entries(resources);
  const unknown = entries.map(([type]) => type).filter((type) => !(allowed as readonly string[]).includes(type));
  if (unknown.length > 0) {
    throw new RequestError(`Invalid resource types requested: ${unknown.join(", ").slice(0, 200)}`);
  }
  const wanted: Selected[] = [];
  for (const [type, ids] of entries) {
    if (!Array.isArray(ids)) throw new RequestError("Invalid resources format.");
    for (const id of new Set(ids)) {
      if (typeof id !== "string") {
        throw new ValidationError(`Invalid ObjectId: ${JSON.stringify(id).slice(0, 100)}`, "id");
      }
      wanted.push({ type: type as ResourceType, id: requireObjectId(id) });
    }
  }
  if (wanted.length > maxSelected) {
    throw new RequestError(`At most ${maxSelected} documents can be selected at once, not ${wanted.length}.`);
  }
  if (wanted.length === 0) throw new RequestError("No resources specified.");
  return wanted;
}
