/** Folders, and queries over whole trees or over what a user may see. */
import type { FolderRecord, Page, Paged, ParentType, Sort, Viewer } from "./records.ts";

export type FolderSort = "name" | "lowerName" | "created" | "updated" | "size" | "annotate";

export interface FolderQuery extends Page {
  parent?: { type: ParentType; id: string };
  /** Exactly this name. */
  name?: string;
  /** Any of these words occurs in the name or description. */
  text?: string;
  /** Beginning of the name. */
  prefix?: string;
  /** Folders whose `meta.annotate` says that they are a dataset. */
  datasetsOnly?: boolean;
  /** Folders whose metadata have the key `trained_pipeline`, with any value. */
  trainedOnly?: boolean;
  /** Together with `sharedWith` and `createdBy`: narrows datasets to those that match any of them. */
  published?: boolean;
  /** Created by someone else, and this user is in the access list. */
  sharedWith?: string;
  /** This folder and its clones: everything that shows its media. */
  showingMediaOf?: string;
  /** Created by this user. */
  createdBy?: string;
  /** Not public; see `sharedWith`. */
  privateOnly?: boolean;
  /** With `sharedWith`: leave out folders whose parent is shared with the same user too. */
  topmostSharedOnly?: boolean;
}

/** The criterion of a search for datasets; one of these. */
export type DatasetSearch =
  /** Dataset types. */
  | { readonly types: readonly string[] }
  /**
   * Datasets in which a current track of the default set has a best type that begins with this, ignoring the case of
   * ASCII letters.
   */
  | { readonly label: string }
  /**
   * Text in names or metadata values that users entered (not in what the server writes itself), ignoring the case of
   * ASCII letters. May return a few false matches: the caller checks again.
   */
  | { readonly metadata: string };

/**
 * The content of a folder tree, not counting the top folder itself, except that a dataset at the top counts as a
 * dataset.
 */
export interface TreeContents {
  /** Without datasets. */
  readonly folders: number;
  /** Without the camera folders inside a dataset. */
  readonly datasets: number;
  /** Outside datasets. */
  readonly files: number;
  /** Current tracks of all annotation sets. */
  readonly tracks: number;
  /** Number of distinct best types of these tracks. */
  readonly types: number;
  /** How many of these tracks have the attribute `reviewed`; `null`: too many tracks to check each. */
  readonly reviewed: number | null;
  /** Includes the top folder. */
  readonly bytes: number;
}

export interface FolderRepository {
  insert(folder: FolderRecord): Promise<void>;
  insertMany(folders: readonly FolderRecord[]): Promise<void>;
  update(id: string, changes: Partial<Omit<FolderRecord, "id">>): Promise<void>;
  updateMany(ids: readonly string[], changes: Partial<Omit<FolderRecord, "id">>): Promise<void>;
  /** Removes only the rows; remove the contents first. */
  removeMany(ids: readonly string[]): Promise<void>;
  find(id: string): Promise<FolderRecord | undefined>;
  findMany(ids: readonly string[]): Promise<FolderRecord[]>;
  findByName(parent: { type: ParentType; id: string }, name: string): Promise<FolderRecord | undefined>;
  /** Folders that the viewer may read. */
  list(query: FolderQuery, sort: Sort<FolderSort>, viewer: Viewer): Promise<Paged<FolderRecord>>;
  /** Datasets that the viewer may read, last changed first. Labels are searched in the newest thousand only. */
  searchDatasets(sought: DatasetSearch, limit: number, viewer: Viewer): Promise<FolderRecord[]>;
  /** The number of rows of the list before this folder. */
  position(query: FolderQuery, sort: Sort<FolderSort>, viewer: Viewer, folder: FolderRecord): Promise<number>;
  /** Bytes in all folders of each of these users or collections; those without folders are left out. */
  sizesOf(type: "user" | "collection", ids: readonly string[]): Promise<Map<string, number>>;
  count(parent: { type: ParentType; id: string }, viewer: Viewer): Promise<number>;
  /** The folder itself first, then everything below it, parents before children. */
  listSubtreeIds(id: string): Promise<string[]>;
  /** @param id of a folder or collection @param viewer counts only what they may read */
  countTree(id: string, viewer: Viewer): Promise<TreeContents>;
  /** From the direct parent folder up to the topmost one. */
  listAncestors(id: string): Promise<FolderRecord[]>;
  addSize(id: string, bytes: number): Promise<void>;
}
