/**
 * The files of a small zip archive, in memory. What an archive claims about itself is no promise: bytes are counted while
 * they are unpacked.
 */
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";

export class ArchiveError extends Error {}

/** @throws ArchiveError when it is no archive, or there is more in it */
export async function readSmallArchive(
  bytes: Uint8Array,
  { mostFiles, mostBytes }: { readonly mostFiles: number; readonly mostBytes: number },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkSignature: true });
  const files = new Map<string, Uint8Array>();
  let left = mostBytes;
  try {
    let count = 0;
    for await (const entry of archive.getEntriesGenerator()) {
      if (entry.directory) continue;
      count += 1;
      if (count > mostFiles) throw new ArchiveError(`it has more than ${mostFiles} files`);
      if (entry.encrypted) throw new ArchiveError("it is encrypted");
      const parts: Uint8Array[] = [];
      const sink = new WritableStream<Uint8Array>({
        write(part) {
          left -= part.length;
          if (left < 0) throw new ArchiveError(`it unpacks to more than ${mostBytes} bytes`);
          parts.push(part);
        },
      });
      await entry.getData(sink);
      files.set(entry.filename, new Uint8Array(Buffer.concat(parts)));
    }
    return files;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`it is no whole zip archive (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    await archive.close().catch(() => undefined);
  }
}
