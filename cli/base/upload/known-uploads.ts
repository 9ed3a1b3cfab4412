/** Datasets that earlier runs of an upload began or finished, found by their files: those of a renamed folder, too. */

import type { ApiClient } from "#schemas/client";
import { uploadedFingerprintOf, unfinishedUploadOf } from "#schemas/unfinished-upload";
import type { Folder } from "#schemas/wire";
import { interrupted } from "../process/interrupt.ts";
import { sideBySide } from "../process/side-by-side.ts";
import type { PlacedDataset, Place } from "./planned-dataset.ts";

export interface KnownUpload {
  readonly id: string;
  /** Below the folder of `--to`. */
  readonly place: Place;
  readonly isFinished: boolean;
}

interface Level {
  readonly id: string;
  readonly place: Place;
}

const foldersAtOnce = 8;

export class KnownUploads {
  readonly #client: ApiClient;
  readonly #parentId: string;
  readonly #planned: readonly PlacedDataset[];
  #search: Promise<void> | undefined;
  /** Keys of all folders that were found. */
  readonly #taken = new Set<string>();
  readonly #byFingerprint = new Map<string, KnownUpload[]>();

  constructor(client: ApiClient, parentId: string, planned: readonly PlacedDataset[]) {
    this.#client = client;
    this.#parentId = parentId;
    this.#planned = planned;
  }

  /**
   * The dataset that was begun elsewhere with these files; each is returned once. `undefined` if there is none, or if the
   * dataset has a folder in its own place.
   */
  async claim({ place, name }: PlacedDataset, fingerprint: string): Promise<KnownUpload | undefined> {
    this.#search ??= this.#find();
    await this.#search;
    return this.#taken.has(keyOf([...place, name])) ? undefined : this.#byFingerprint.get(fingerprint)?.pop();
  }

  /** Looks into the mirrored tree first, and into everything below the folder of `--to` only if something is missing. */
  async #find(): Promise<void> {
    const own = new Set(this.#planned.map(({ place, name }) => keyOf([...place, name])));
    const tops = new Set(this.#planned.map(({ place, name }) => (place[0] ?? name).trim()));
    const children = await this.#foldersIn(this.#parentId);
    await this.#walk(this.#record(children.filter(isIn(tops)), [], own), own);
    if ([...own].every((key) => this.#taken.has(key))) return;
    const others = children.filter((folder) => !isIn(tops)(folder));
    await this.#walk(this.#record(others, [], own), own);
  }

  async #walk(first: readonly Level[], own: ReadonlySet<string>): Promise<void> {
    let level = first;
    while (level.length > 0) {
      const below: Level[] = [];
      const work = ({ id }: Level): Promise<readonly Folder[]> => this.#foldersIn(id);
      for await (const [{ place }, outcome] of sideBySide(level, { limit: foldersAtOnce, work, isLast: () => true })) {
        if (outcome === undefined) continue;
        if ("error" in outcome) throw outcome.error;
        below.push(...this.#record(outcome.value, place, own));
      }
      level = below;
    }
  }

  #foldersIn(parentId: string): Promise<readonly Folder[]> {
    const parameters = { parentType: "folder", parentId, limit: 0 } as const;
    return this.#client.call("folder.list", parameters, { signal: interrupted });
  }

  /** @returns the folders that may have datasets in them */
  #record(folders: readonly Folder[], above: Place, own: ReadonlySet<string>): Level[] {
    const levels: Level[] = [];
    for (const folder of folders) {
      const place = [...above, folder.name];
      const key = keyOf(place);
      this.#taken.add(key);
      const begun = unfinishedUploadOf(folder)?.fingerprint;
      const fingerprint = begun ?? uploadedFingerprintOf(folder);
      if (fingerprint !== undefined && !own.has(key)) {
        const known = this.#byFingerprint.get(fingerprint) ?? [];
        known.push({ id: folder._id, place, isFinished: begun === undefined });
        this.#byFingerprint.set(fingerprint, known);
      }
      if (folder.meta.type === undefined) levels.push({ id: folder._id, place });
    }
    return levels;
  }
}

const isIn =
  (names: ReadonlySet<string>) =>
  ({ name }: Folder): boolean =>
    names.has(name);

/** The server trims names. */
const keyOf = (place: Place): string => JSON.stringify(place.map((name) => name.trim()));
