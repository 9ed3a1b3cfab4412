/** Pictures and videos in a local folder, looked up by their names in another tool. */
import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { mediaKindOf } from "#schemas/media-files";
import { compareNatural } from "#schemas/natural-sort";
import { fileError, usageError } from "../base/process/errors.ts";

export class MediaFolder {
  /** Paths within the folder, with `/`, in natural order. */
  readonly paths: readonly string[];
  readonly #folder: string;
  readonly #byLastPart: ReadonlyMap<string, readonly string[]>;

  private constructor(folder: string, paths: readonly string[]) {
    this.#folder = folder;
    this.paths = paths.toSorted(compareNatural);
    this.#byLastPart = Map.groupBy(this.paths, keyOf);
  }

  /** At any depth; hidden files and folders are skipped. */
  static async read(folder: string): Promise<MediaFolder> {
    try {
      if (!(await stat(folder)).isDirectory()) throw usageError(`--media ${folder} is not a folder.`);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => !entry.isDirectory() && mediaKindOf(entry.name) !== undefined)
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
      return new MediaFolder(
        folder,
        paths.filter((path) => !/(^|\/)\./.test(path)),
      );
    } catch (error) {
      throw fileError("read", folder, error);
    }
  }

  /** Its path on disk. */
  pathOf(path: string): string {
    return join(this.#folder, path);
  }

  /** The matching file; `several`: the folders do not determine which. */
  find(name: string): { readonly path: string } | { readonly several: readonly string[] } | undefined {
    const wanted = name.normalize("NFC");
    const alike = this.#byLastPart.get(keyOf(wanted)) ?? [];
    const inCommon = (path: string): number => {
      const [ours, theirs] = [path.normalize("NFC").split("/").reverse(), wanted.split("/").reverse()];
      const differs = ours.findIndex((part, at) => part !== theirs[at]);
      return differs < 0 ? ours.length : differs;
    };
    const max = Math.max(...alike.map(inCommon));
    const best = alike.filter((path) => inCommon(path) === max);
    const [path] = best;
    return path === undefined ? undefined : best.length > 1 ? { several: best } : { path };
  }
}

const keyOf = (path: string): string =>
  path
    .slice(path.lastIndexOf("/") + 1)
    .normalize("NFC")
    .toLowerCase();
