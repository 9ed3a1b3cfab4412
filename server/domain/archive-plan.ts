/**
 * The content of an uploaded archive, judged by names and sizes: refusals, and the datasets in it (api-v1
 * 21.7).
 */
import { isHiddenFile } from "./archive-layout.ts";

export interface NamedEntry {
  readonly path: string;
  readonly size: number;
  readonly packedSize: number;
  readonly isEncrypted: boolean;
  readonly isSpecial: boolean;
}

/** A folder of the archive with something to import. */
export interface FoundPlace<F extends NamedEntry> {
  readonly kind: "multicam" | "dataset";
  /** Parts joined by `/`; empty: the top. */
  readonly folder: string;
  /** Files by their paths below the folder. */
  readonly files: ReadonlyMap<string, F>;
}

/** Maximum ratio of unpacked to packed bytes. */
const maxRatio = 600;
const maxDepth = 32;
const maxNameLength = 255;

/** For an archive of nothing but archives, in the words of api/v1. */
export const nestedArchives = "Nested Zip Files are invalid";

/** Why the archive cannot be unpacked, in words for users; `undefined`: it can. Looks at names and sizes only. */
export function refusalOfArchive(
  entries: readonly NamedEntry[],
  archiveBytes: number,
  maxBytes: number,
): string | undefined {
  let [size, packed] = [0, 0];
  for (const { path, size: own, packedSize, isEncrypted, isSpecial } of entries) {
    const name = JSON.stringify(path.slice(0, 200));
    if (isEncrypted) return `${name} is encrypted. Upload an archive without a password.`;
    if (isSpecial) return `${name} is a link or a device, not a file.`;
    const refusal = refusalOfPath(path);
    if (refusal !== undefined) return `The name ${name} ${refusal}`;
    size += own;
    packed += packedSize;
  }
  if (entries.length === 0) return "There are no files in the archive.";
  if (entries.every(({ path }) => /\.zip$/i.test(path))) return nestedArchives;
  if (packed > archiveBytes) return "Its files share bytes: they cannot all be what they say.";
  if (size > maxRatio * Math.max(1, packed)) return "High Compression Ratio for Zip File";
  if (size > maxBytes) return `Its files have more than ${maxBytes} bytes.`;
  return undefined;
}

function refusalOfPath(path: string): string | undefined {
  if (path.startsWith("/") || path.includes("\\") || /^[a-z]:/i.test(path)) return "leads out of the archive.";
  // oxlint-disable-next-line no-control-regex -- what no name of a file has
  if (/[\u0000-\u001f\u007f\ufffd]/.test(path)) return "has characters that are not allowed in file names.";
  const parts = path.split("/");
  if (parts.some((part) => part === ".." || part === "." || part === "")) return "leads out of the archive.";
  if (parts.length > maxDepth) return `is more than ${maxDepth} folders deep.`;
  return parts.some((part) => part.length > maxNameLength) ? `is longer than ${maxNameLength} characters.` : undefined;
}

/** Exports of datasets, found by their configuration; the rest are the files in none of them. */
export function findPlaces<F extends NamedEntry>(
  entries: readonly F[],
): { readonly places: FoundPlace<F>[]; readonly others: readonly F[] } {
  const kept = entries.filter(({ path }) => !isHiddenFile(path));
  const folders = Map.groupBy(kept, ({ path }) => folderOf(path));
  const places: FoundPlace<F>[] = [];
  for (const [folder, files] of [...folders].toSorted(([a], [b]) => depthOf(a) - depthOf(b))) {
    if (places.some((place) => isBelow(folder, place.folder))) continue;
    const names = files.map(({ path }) => path.slice(folder === "" ? 0 : folder.length + 1));
    const isRig = names.includes("multiCam.json");
    if (!isRig && !names.some((name) => /(meta|config)\.json$/.test(name))) continue;
    const inside = kept.filter(({ path }) => isBelow(path, folder));
    places.push({ kind: isRig ? "multicam" : "dataset", folder, files: below(inside, folder) });
  }
  const others = entries.filter(({ path }) => !places.some(({ folder }) => isBelow(path, folder)));
  return { places, others };
}

/** The files of a folder, by their paths below it. */
export function below<F extends NamedEntry>(files: readonly F[], folder: string): Map<string, F> {
  const start = folder === "" ? 0 : folder.length + 1;
  return new Map(files.filter(({ path }) => isBelow(path, folder)).map((file) => [file.path.slice(start), file]));
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const depthOf = (folder: string): number => (folder === "" ? 0 : folder.split("/").length);
const isBelow = (path: string, folder: string): boolean =>
  folder === "" || path.startsWith(`${folder}/`) || path === folder;
