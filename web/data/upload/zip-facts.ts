/** What a zip archive on this machine holds, by its directory: nothing is unpacked. */
import { BlobReader, ZipReader } from "@zip.js/zip.js";
import { mediaKindOf } from "#schemas/media-files";

export interface ZipFacts {
  readonly videos: number;
  readonly pictures: number;
  /** Annotations, configurations, and what no dataset is made of. */
  readonly others: number;
}

/** Files that operating systems leave in archives. */
const litter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** `undefined`: it cannot be read as an archive. */
export async function readZipFacts(file: Blob): Promise<ZipFacts | undefined> {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  const facts = { videos: 0, pictures: 0, others: 0 };
  try {
    for await (const { directory, filename } of reader.getEntriesGenerator()) {
      if (directory || litter.test(filename)) continue;
      const kind = mediaKindOf(filename);
      facts[kind === "video" ? "videos" : kind === undefined ? "others" : "pictures"] += 1;
    }
    return facts;
  } catch {
    return undefined;
  } finally {
    await reader.close().catch(() => undefined);
  }
}
