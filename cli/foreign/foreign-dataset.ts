/**
 * A dataset of another tool, as far as it can be migrated: its media, its annotations in a readable form, its settings.
 */
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Time of all written files, so that the same export gives the same files and an upload can continue. */
const writtenAt = new Date("2000-01-01T00:00:00Z");

/** Where it is, or how to download it. */
export type ForeignMedia =
  | { readonly path: string }
  | { readonly size: number | undefined; readonly write: (path: string) => Promise<void> };

export interface ForeignDataset {
  readonly name: string;
  readonly type: "video" | "image-sequence";
  /** By their names in the dataset. */
  readonly media: ReadonlyMap<string, ForeignMedia>;
  readonly annotations: { readonly name: string; readonly text: string } | undefined;
  /** Absent when there are no settings. */
  readonly configuration: string | undefined;
  readonly trackCount: number;
  readonly shapeCount: number;
  /**
   * Its annotations depend on facts that are only known once the media are there: their size, and the rate at which
   * frames count.
   */
  readonly annotatedLater?: {
    /** The frame rate used by the annotations of a video; `undefined`: that of the video. */
    readonly frameRate: number | undefined;
  };
  /** Content that could not be migrated. */
  readonly losses: readonly string[];
}

export interface WrittenDataset {
  /** Media and configuration. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
  readonly annotations: string | undefined;
}

/** Media that are already files stay where they are. */
export async function writeForeignDataset(dataset: ForeignDataset, folder: string): Promise<WrittenDataset> {
  const files: { name: string; path: string }[] = [];
  const written: string[] = [];
  for (const [name, media] of dataset.media) {
    if ("path" in media) files.push({ name, path: media.path });
    else {
      const path = join(folder, name);
      await media.write(path);
      written.push(path);
      files.push({ name, path });
    }
  }
  const put = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    written.push(path);
    return path;
  };
  const { annotations, configuration } = dataset;
  if (configuration !== undefined) files.push({ name: "config.json", path: await put("config.json", configuration) });
  const annotated = annotations === undefined ? undefined : await put(annotations.name, annotations.text);
  for (const path of written) await utimes(path, writtenAt, writtenAt);
  return { files, annotations: annotated };
}

/**
 * Datasets have no folders: a file keeps its name if that is unique, otherwise the folders become part of it. Names
 * that would then be equal, ignoring case, get a number.
 */
export function flatNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const last = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(last(path).toLowerCase(), (counts.get(last(path).toLowerCase()) ?? 0) + 1);
  const isAlone = (path: string): boolean => counts.get(last(path).toLowerCase()) === 1;
  const used = new Set(paths.filter(isAlone).map((path) => last(path).toLowerCase()));
  const names = new Map<string, string>();
  for (const path of paths) {
    const name = isAlone(path) ? last(path) : freeName(path.replaceAll("/", "_"), used);
    used.add(name.toLowerCase());
    names.set(path, name);
  }
  return names;
}

function freeName(name: string, used: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  let free = name;
  for (let number = 2; used.has(free.toLowerCase()); number++) free = `${stem}-${number}${ending}`;
  return free;
}
