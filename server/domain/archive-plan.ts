/**
 * What an uploaded archive holds, judged by names and sizes: what is refused, and which datasets are in it (api-v1
 * 21.7).
 */

export interface NamedEntry {
  readonly path: string;
  readonly size: number;
  readonly packedSize: number;
  readonly isEncrypted: boolean;
  readonly isSpecial: boolean;
}

/** Where in the archive something to import lies. */
export interface FoundPlace<F extends NamedEntry> {
  readonly kind: "multicam" | "dataset" | "unstructured";
  /** With `/` between folders; empty: at the top. */
  readonly folder: string;
  /** By their paths below the folder; of `unstructured` those that lie directly in it. */
  readonly files: ReadonlyMap<string, F>;
}

/** Bytes of the archive for which it may hold that many times as much. */
const mostRatio = 600;
const mostDepth = 32;
const mostNameLength = 255;
/** What operating systems leave behind. */
const litter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** For people: why the archive is not unpacked; `undefined`: it can be. Nothing but names and numbers was looked at. */
export function refusalOfArchive(
  entries: readonly NamedEntry[],
  archiveBytes: number,
  mostBytes: number,
): string | undefined {
  let [size, packed] = [0, 0];
  const seen = new Set<string>();
  for (const { path, size: own, packedSize, isEncrypted, isSpecial } of entries) {
    const name = JSON.stringify(path.slice(0, 200));
    if (isEncrypted) return `${name} is encrypted. Upload an archive without a password.`;
    if (isSpecial) return `${name} is a link or a device, and no file.`;
    const refusal = refusalOfPath(path);
    if (refusal !== undefined) return `The name ${name} ${refusal}`;
    // Some file systems and programs take these for the same.
    const key = path.normalize("NFC").toLowerCase();
    if (seen.has(key)) return `${name} is there twice.`;
    seen.add(key);
    if (/\.zip$/i.test(path)) return "Nested Zip Files are invalid";
    size += own;
    packed += packedSize;
  }
  if (entries.length === 0) return "There are no files in the archive.";
  if (packed > archiveBytes) return "Its files share bytes: they cannot all be what they say.";
  if (size > mostRatio * Math.max(1, packed)) return "High Compression Ratio for Zip File";
  if (size > mostBytes) return `Its files have more than ${mostBytes} bytes.`;
  return undefined;
}

function refusalOfPath(path: string): string | undefined {
  if (path.startsWith("/") || path.includes("\\") || /^[a-z]:/i.test(path)) return "leads out of the archive.";
  // oxlint-disable-next-line no-control-regex -- what no name of a file has
  if (/[\u0000-\u001f\u007f\ufffd]/.test(path)) return "has characters that no name of a file has.";
  const parts = path.split("/");
  if (parts.some((part) => part === ".." || part === "." || part === "")) return "leads out of the archive.";
  if (parts.length > mostDepth) return `lies more than ${mostDepth} folders deep.`;
  return parts.some((part) => part.length > mostNameLength)
    ? `is longer than ${mostNameLength} characters.`
    : undefined;
}

/** Each folder with files is a place, unless it lies in one that has been found. */
export function findPlaces<F extends NamedEntry>(entries: readonly F[]): FoundPlace<F>[] {
  const kept = entries.filter(({ path }) => !litter.test(path));
  const folders = Map.groupBy(kept, ({ path }) => folderOf(path));
  const places: FoundPlace<F>[] = [];
  for (const [folder, files] of [...folders].toSorted(([a], [b]) => depthOf(a) - depthOf(b))) {
    if (places.some((place) => isBelow(folder, place.folder))) continue;
    const names = files.map(({ path }) => path.slice(folder === "" ? 0 : folder.length + 1));
    const kind = names.includes("multiCam.json")
      ? "multicam"
      : names.some((name) => /(meta|config)\.json$/.test(name))
        ? "dataset"
        : "unstructured";
    const inside = kind === "unstructured" ? files : kept.filter(({ path }) => isBelow(path, folder));
    places.push({ kind, folder, files: below(inside, folder) });
  }
  return places;
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
