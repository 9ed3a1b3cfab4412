/** Folders, and the questions that need a look at a whole tree or at who may see what. */
import type { FolderRecord, Page, Paged, ParentType, Sort, Viewer } from "./records.ts";

export type FolderSort = "name" | "lowerName" | "created" | "updated" | "size" | "annotate";

export interface FolderQuery extends Page {
  parent?: { type: ParentType; id: string };
  /** Exactly this name. */
  name?: string;
  /** Any of the words occurs in name or description. */
  text?: string;
  /** Beginning of the name. */
  prefix?: string;
  /** Folders whose `meta.annotate` says that they are a dataset. */
  datasetsOnly?: boolean;
  /** Folders whose metadata have the key `trained_pipeline`, whatever it says. */
  trainedOnly?: boolean;
  /** With `sharedWith` and `createdBy`: narrows datasets; several given means any of them. */
  published?: boolean;
  /** Created by another user, and this user is in the access list. */
  sharedWith?: string;
  /** This folder, and clones of it: what shows its media. */
  showingMediaOf?: string;
  /** Created by this user. */
  createdBy?: string;
  /** Not public; see `sharedWith`. */
  privateOnly?: boolean;
  /** With `sharedWith`: leave out folders whose parent is shared with the same user in the same way. */
  topmostSharedOnly?: boolean;
}

/** What is looked for in datasets; one of these. */
export type DatasetSearch =
  /** Of one of these types. */
  | { readonly types: readonly string[] }
  /** A live track of the default set has a best type that begins so, in any case of ASCII letters. */
  | { readonly label: string }
  /**
   * Occurs in a name or value that people have given: not in what we write ourselves. In any case of ASCII letters. A
   * few others may come along: the caller checks again.
   */
  | { readonly metadata: string };

/** What a tree of folders holds, without the folder at its top; a dataset at its top is one of the datasets. */
export interface TreeContents {
  /** Datasets are not among them. */
  readonly folders: number;
  /** Folders of cameras inside a dataset are not. */
  readonly datasets: number;
  /** Outside datasets. */
  readonly files: number;
  /** Live ones, of all annotation sets. */
  readonly tracks: number;
  /** Best types of these tracks, each once. */
  readonly types: number;
  /** Of these tracks, those with the attribute `reviewed`; `null`: there are too many to look into each. */
  readonly reviewed: number | null;
  /** Of the top too. */
  readonly bytes: number;
}

export interface FolderRepository {
  insert(folder: FolderRecord): Promise<void>;
  insertMany(folders: readonly FolderRecord[]): Promise<void>;
  update(id: string, changes: Partial<Omit<FolderRecord, "id">>): Promise<void>;
  updateMany(ids: readonly string[], changes: Partial<Omit<FolderRecord, "id">>): Promise<void>;
  /** Only the rows; what is inside has to be removed before. */
  removeMany(ids: readonly string[]): Promise<void>;
  find(id: string): Promise<FolderRecord | undefined>;
  findMany(ids: readonly string[]): Promise<FolderRecord[]>;
  findByName(parent: { type: ParentType; id: string }, name: string): Promise<FolderRecord | undefined>;
  /** What the viewer may read. */
  list(query: FolderQuery, sort: Sort<FolderSort>, viewer: Viewer): Promise<Paged<FolderRecord>>;
  /** Datasets that the viewer may read, last changed first. Labels are looked for in the newest thousand. */
  searchDatasets(sought: DatasetSearch, limit: number, viewer: Viewer): Promise<FolderRecord[]>;
  /** How many rows of the list come before this folder. */
  position(query: FolderQuery, sort: Sort<FolderSort>, viewer: Viewer, folder: FolderRecord): Promise<number>;
  /** Bytes in all folders of each of these users or collections; none for those without folders. */
  sizesOf(type: "user" | "collection", ids: readonly string[]): Promise<Map<string, number>>;
  count(parent: { type: ParentType; id: string }, viewer: Viewer): Promise<number>;
  /** The folder itself first, then everything below it, parents before children. */
  listSubtreeIds(id: string): Promise<string[]>;
  /** @param id of a folder or collection @param viewer what they may not read does not count */
  countTree(id: string, viewer: Viewer): Promise<TreeContents>;
  /** From the direct parent folder up to the topmost one. */
  listAncestors(id: string): Promise<FolderRecord[]>;
  addSize(id: string, bytes: number): Promise<void>;
}
