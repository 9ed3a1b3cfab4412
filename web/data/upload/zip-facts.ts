/** The content of a local zip archive, read from its directory without unpacking. */
import { mediaKindOf } from "#schemas/media-files";
import { openZip } from "../../../core-wasm/zip/read.ts";

export interface ZipFacts {
  readonly videos: number;
  readonly pictures: number;
  /** Annotations, configurations, and files that no dataset contains. */
  readonly others: number;
}

/** Files that operating systems create in archives. */
const systemFilePattern = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** Larger archives are not examined here; the server decides. */
const maxEntries = 1_000_000;

/** `undefined` if it cannot be read as an archive. */
export async function readZipFacts(file: Blob): Promise<ZipFacts | undefined> {
  const facts = { videos: 0, pictures: 0, others: 0 };
  try {
    for (const { path } of (await openZip(file, maxEntries)).files) {
      if (systemFilePattern.test(path)) continue;
      const kind = mediaKindOf(path);
      facts[kind === "video" ? "videos" : kind === undefined ? "others" : "pictures"] += 1;
    }
    return facts;
  } catch {
    return undefined;
  }
}
