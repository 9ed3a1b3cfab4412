/** What a zip archive on this machine holds, by its directory: nothing is unpacked. */
import { mediaKindOf } from "#schemas/media-files";
import { openZip } from "../../../core-wasm/zip/read.ts";

export interface ZipFacts {
  readonly videos: number;
  readonly pictures: number;
  /** Annotations, configurations, and what no dataset is made of. */
  readonly others: number;
}

/** Files that operating systems leave in archives. */
const litter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** More is not looked through: the server will say what it makes of it. */
const mostEntries = 1_000_000;

/** `undefined`: it cannot be read as an archive. */
export async function readZipFacts(file: Blob): Promise<ZipFacts | undefined> {
  const facts = { videos: 0, pictures: 0, others: 0 };
  try {
    for (const { path } of (await openZip(file, mostEntries)).files) {
      if (litter.test(path)) continue;
      const kind = mediaKindOf(path);
      facts[kind === "video" ? "videos" : kind === undefined ? "others" : "pictures"] += 1;
    }
    return facts;
  } catch {
    return undefined;
  }
}
