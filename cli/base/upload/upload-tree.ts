/** The datasets in a folder tree, and the server's folders that mirror it. */

import { basename, dirname, join, resolve, sep } from "node:path";
import type { ApiClient } from "#schemas/client";
import { mediaKindOf } from "#schemas/media-files";
import { usageError } from "../process/errors.ts";
import { walkFolder } from "../files/folder-source.ts";
import { interrupted } from "../process/interrupt.ts";
import type { Batch } from "./upload-plan.ts";
import type { Place, PlannedFile, SkippedFile } from "./planned-dataset.ts";

export interface TreeBatch extends Batch {
  readonly place: Place;
}

/**
 * A batch for each folder with media, and for each archive. Videos go to the folder that mirrors theirs; a folder of
 * pictures becomes a dataset in the folder that mirrors its parent, or, if it has subfolders with media, in the one
 * that mirrors itself.
 * @throws CliError when there are no media
 */
export async function readTree(root: string): Promise<readonly TreeBatch[]> {
  const byFolder = new Map<string, PlannedFile[]>();
  for await (const path of walkFolder(root)) {
    const folder = dirname(path) === "." ? "" : dirname(path);
    const file = { name: basename(path).toWellFormed(), path: join(root, path) };
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, [file]);
    else known.push(file);
  }
  /** Folders that have media somewhere below them. */
  const aboveMedia = new Set<string>();
  for (const [folder, files] of byFolder) {
    if (!files.some(isMedia)) continue;
    for (let above = folder; above !== "";) {
      above = above.includes(sep) ? dirname(above) : "";
      aboveMedia.add(above);
    }
  }
  const batches: TreeBatch[] = [];
  const unused: SkippedFile[] = [];
  for (const [folder, files] of [...byFolder].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const hidden = files.filter(({ name }) => name.startsWith("."));
    const leftOut = hidden.map(({ path }) => ({ file: path, reason: "its name begins with a dot" }));
    const seen = files.filter((file) => !hidden.includes(file)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const mirror = placeOf(root, folder);
    const archives = seen.filter(isArchive);
    for (const file of archives) {
      batches.push({
        label: file.path,
        folder: dirname(resolve(file.path)),
        files: [file],
        leftOut: [],
        place: mirror,
      });
    }
    const rest = seen.filter((file) => !archives.includes(file));
    if (!rest.some(isMedia)) {
      const reason = "there are no media in its folder";
      unused.push(...leftOut, ...rest.map(({ path }) => ({ file: path, reason })));
      continue;
    }
    const hasBelow = aboveMedia.has(folder);
    const isVideo = rest.some(({ name }) => mediaKindOf(name) === "video");
    const place = isVideo || hasBelow ? mirror : mirror.slice(0, -1);
    batches.push({ label: join(root, folder), folder: resolve(root, folder), files: rest, leftOut, place });
  }
  const [first, ...others] = batches;
  if (first === undefined) throw usageError(`${root} has no media, nor has any folder in it.`);
  return [{ ...first, leftOut: [...first.leftOut, ...unused] }, ...others];
}

const isArchive = ({ name }: PlannedFile): boolean => /\.zip$/i.test(name);
const isMedia = (file: PlannedFile): boolean => isArchive(file) || mediaKindOf(file.name) !== undefined;

function placeOf(root: string, folder: string): Place {
  const below = folder === "" ? [] : folder.split(sep);
  return [basename(resolve(root)), ...below].map((name) => name.toWellFormed());
}

/** Creates missing folders on the server, each once. */
export class MirroredFolders {
  readonly #client: ApiClient;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(client: ApiClient, parentId: string) {
    this.#client = client;
    this.#ids.set(JSON.stringify([]), Promise.resolve(parentId));
  }

  idOf(place: Place): Promise<string> {
    const key = JSON.stringify(place);
    const known = this.#ids.get(key) ?? this.#make(place);
    this.#ids.set(key, known);
    return known;
  }

  async #make(place: Place): Promise<string> {
    const parentId = await this.idOf(place.slice(0, -1));
    const name = place.at(-1) ?? "";
    const parameters = { parentType: "folder", parentId, name, reuseExisting: true } as const;
    const folder = await this.#client.call("folder.create", parameters, { signal: interrupted });
    // Nothing can be uploaded into a dataset.
    if (folder.meta.type !== undefined) {
      throw usageError(`"${place.join("/")}" is a dataset on the server: choose another folder with --to.`);
    }
    return folder._id;
  }
}
