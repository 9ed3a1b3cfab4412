/** Datasets that earlier runs of an upload began or finished, found by their files: those of a renamed folder, too. */

import { ApiError, type ApiClient } from "#schemas/client";
import {
  readState,
  takeRun,
  unfinishedKey,
  unfinishedUploadOf,
  uploadedFingerprintOf,
  type UnfinishedUpload,
} from "#schemas/unfinished-upload";
import type { Folder } from "#schemas/wire";
import { interrupted } from "../process/interrupt.ts";
import { sideBySide } from "../process/side-by-side.ts";
import { note } from "../terminal/output.ts";
import { printable } from "../terminal/terminal.ts";
import type { PlacedDataset, Place } from "./planned-dataset.ts";

interface FoundUpload {
  readonly id: string;
  /** Below the folder of `--to`. */
  readonly place: Place;
}

export type KnownUpload = FoundUpload &
  ({ readonly isFinished: true } | { readonly isFinished: false; readonly begun: UnfinishedUpload });

interface Level {
  readonly id: string;
  readonly place: Place;
}

/** Access level (admin) that a move needs. */
const movableLevel = 2;
const maxParallelFolders = 8;
/** Folders outside the mirrored tree that are searched, the nearest first: a large site has thousands. */
const maxOthers = 200;

export class KnownUploads {
  readonly #client: ApiClient;
  readonly #parentId: string;
  readonly #planned: readonly PlacedDataset[];
  #search: Promise<void> | undefined;
  /** Keys of all folders that were found. */
  readonly #taken = new Set<string>();
  readonly #byFingerprint = new Map<string, FoundUpload[]>();

  constructor(client: ApiClient, parentId: string, planned: readonly PlacedDataset[]) {
    this.#client = client;
    this.#parentId = parentId;
    this.#planned = planned;
  }

  /**
   * The dataset that was begun elsewhere with these files; an unfinished one is that of this run from now on.
   * `undefined` if there is none, if the dataset has a folder in its own place, or if another run may still be sending it.
   */
  async claim({ place, name }: PlacedDataset, fingerprint: string, run: string): Promise<KnownUpload | undefined> {
    const search = (this.#search ??= this.#find());
    try {
      await search;
    } catch (error) {
      // The next dataset tries again.
      if (this.#search === search) this.#search = undefined;
      throw error;
    }
    if (this.#taken.has(keyOf([...place, name]))) return undefined;
    const all = this.#byFingerprint.get(fingerprint) ?? [];
    for (let known = all.pop(); known !== undefined; known = all.pop()) {
      const now = await this.#readAgain(known, name, fingerprint, run);
      if (now !== undefined) return now;
    }
    return undefined;
  }

  /** The search may be hours old. */
  async #readAgain(
    known: FoundUpload,
    name: string,
    fingerprint: string,
    run: string,
  ): Promise<KnownUpload | undefined> {
    const state = await unlessMissing(readState(this.#client, known.id, interrupted));
    if (state === undefined) return undefined;
    const { folder, hasSender } = state;
    const begun = unfinishedUploadOf(folder);
    if ((begun?.fingerprint ?? uploadedFingerprintOf(folder)) !== fingerprint) return undefined;
    if (begun === undefined) return { ...known, isFinished: true };
    if (folder._accessLevel < movableLevel) return undefined;
    const alive = { [unfinishedKey]: { ...begun, sender: "alive" } };
    if (!hasSender && (await unlessMissing(takeRun(this.#client, folder, run, alive))) === true)
      return { ...known, isFinished: false, begun };
    const where = known.place.join("/");
    note(
      printable(`"${name}" was begun as ${where} too, perhaps by a run or page that still sends it: it is left alone.`),
    );
    return undefined;
  }

  /** Looks into the mirrored tree first, and into other folders below that of `--to` only if something is missing. */
  async #find(): Promise<void> {
    this.#taken.clear();
    this.#byFingerprint.clear();
    const own = new Set(this.#planned.map(({ place, name }) => keyOf([...place, name])));
    const mirrored = new Set(
      this.#planned.flatMap(({ place }) => place.map((_, index) => keyOf(place.slice(0, index + 1)))),
    );
    const others: Level[] = [];
    for (let level: Level[] = [{ id: this.#parentId, place: [] }]; level.length > 0;) {
      const below = await this.#look(level, own);
      level = below.filter(({ place }) => mirrored.has(keyOf(place)));
      others.push(...below.filter(({ place }) => !mirrored.has(keyOf(place))));
    }
    if ([...own].every((key) => this.#taken.has(key))) return;
    let left = maxOthers;
    for (let level = others; level.length > 0;) {
      const searched = level.slice(0, left);
      left -= searched.length;
      level = await this.#look(searched, own);
    }
  }

  /** @returns the folders in these that may have datasets in them */
  async #look(levels: readonly Level[], own: ReadonlySet<string>): Promise<Level[]> {
    const below: Level[] = [];
    const work = ({ id }: Level): Promise<readonly Folder[] | undefined> => unlessMissing(this.#foldersIn(id));
    for await (const [{ place }, outcome] of sideBySide(levels, {
      limit: maxParallelFolders,
      work,
      isLast: () => true,
    })) {
      if (outcome === undefined) continue;
      if ("error" in outcome) throw outcome.error;
      below.push(...this.#record(outcome.value ?? [], place, own));
    }
    return below;
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
      const fingerprint = unfinishedUploadOf(folder)?.fingerprint ?? uploadedFingerprintOf(folder);
      if (fingerprint !== undefined && !own.has(key)) {
        const known = this.#byFingerprint.get(fingerprint) ?? [];
        known.push({ id: folder._id, place });
        this.#byFingerprint.set(fingerprint, known);
      }
      if (folder.meta.type === undefined) levels.push({ id: folder._id, place });
    }
    return levels;
  }
}

/** `undefined` for a folder that was deleted, or withdrawn from this user, during the search. */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/** The server trims names. */
const keyOf = (place: Place): string => JSON.stringify(place.map((name) => name.trim()));
