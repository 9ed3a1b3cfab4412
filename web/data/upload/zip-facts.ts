/** The content of a local zip archive, read from its directory without unpacking. */
import { isSystemFile, mediaKindOf } from "#schemas/media-files";
import { openZip } from "../../../core-wasm/zip/read.ts";

export interface ZipFacts {
  readonly videos: number;
  readonly pictures: number;
  /** Annotations, configurations, and files that no dataset contains. */
  readonly others: number;
}

/** Larger archives are not examined here; the server decides. */
const maxEntries = 1_000_000;

/** `undefined` if it cannot be read as an archive. */
export async function readZipFacts(file: Blob): Promise<ZipFacts | undefined> {
  const facts = { videos: 0, pictures: 0, others: 0 };
  try {
    for (const { path } of (await openZip(file, maxEntries)).files) {
      if (isSystemFile(path)) continue;
      const kind = mediaKindOf(path);
      facts[kind === "video" ? "videos" : kind === undefined ? "others" : "pictures"] += 1;
    }
    return facts;
  } catch {
    return undefined;
  }
}
