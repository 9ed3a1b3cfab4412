/** Where the datasets of an import go, and their names: when they are created, or before that in a dry run. */
import { datasetOf } from "../../../../domain/dataset.ts";
import type { ImportTarget } from "../../../../domain/import-targets.ts";
import type { Repositories } from "../../../../ports/database.ts";
import type { FolderRecord } from "../../../../ports/records.ts";
import { freeName } from "../../../tree/names.ts";

export async function isTaken(tx: Repositories, { id }: Pick<FolderRecord, "id">, name: string): Promise<boolean> {
  if ((await tx.folders.findByName({ type: "folder", id }, name)) !== undefined) return true;
  return (await tx.items.findByName(id, name)) !== undefined;
}

/** A dataset, or a file: folders of the source cannot be inside it. */
export async function isOccupied(tx: Repositories, { id }: FolderRecord, name: string): Promise<boolean> {
  const twin = await tx.folders.findByName({ type: "folder", id }, name);
  return twin === undefined ? await isTaken(tx, { id }, name) : datasetOf(twin).given.type;
}

/** The names that datasets would get, in order. */
export class DatasetNames {
  readonly #database: Repositories;
  readonly #destination: FolderRecord;
  readonly #datasets = new Set<string>();
  /** They end with `/`. */
  readonly #folders = new Set<string>();

  constructor(database: Repositories, destination: FolderRecord) {
    this.#database = database;
    this.#destination = destination;
  }

  /** @returns the path below the destination */
  async take({ folders, name }: ImportTarget): Promise<string> {
    /** `undefined`: it would be new, too. */
    let parent: FolderRecord | undefined = this.#destination;
    let above = "";
    for (const part of folders) {
      const within: FolderRecord | undefined = parent;
      const free = await freeName(
        part,
        async (one) =>
          this.#datasets.has(above + one) || (within !== undefined && (await isOccupied(this.#database, within, one))),
      );
      parent = within && (await this.#database.folders.findByName({ type: "folder", id: within.id }, free));
      above += `${free}/`;
      this.#folders.add(above);
    }
    const free = await freeName(
      name,
      async (one) =>
        this.#datasets.has(above + one) ||
        this.#folders.has(`${above}${one}/`) ||
        (parent !== undefined && (await isTaken(this.#database, parent, one))),
    );
    this.#datasets.add(above + free);
    return above + free;
  }
}
