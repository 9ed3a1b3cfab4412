/**
 * Files of a zip archive that holds annotations. What an archive says of itself is no promise: what is unpacked is
 * counted while it comes, and only what is wanted is unpacked at all.
 */
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { hostRefusal } from "./host-problems.ts";
import { concatenate } from "./writing.ts";
import { CoreError } from "../types.ts";

const mostFiles = 1_000_000;
const mostBytes = 512 << 20;

/** By name, in the order of the archive. */
export async function readArchive(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkSignature: true });
  const files = new Map<string, Uint8Array>();
  let [left, count] = [mostBytes, 0];
  try {
    for await (const entry of archive.getEntriesGenerator()) {
      if (++count > mostFiles) throw hostRefusal("zip-too-large", [`${mostFiles} files`]);
      if (entry.directory || !isWanted(entry.filename)) continue;
      const parts: Uint8Array[] = [];
      const sink = new WritableStream<Uint8Array>({
        write(part) {
          left -= part.length;
          if (left < 0) throw hostRefusal("zip-too-large", [`${mostBytes >> 20} MB`]);
          parts.push(part);
        },
      });
      await entry.getData(sink);
      files.set(entry.filename, concatenate(parts));
    }
    return files;
  } catch (error) {
    if (error instanceof CoreError) throw error;
    throw hostRefusal("zip-broken", [error instanceof Error ? error.message : String(error)]);
  } finally {
    await archive.close().catch(() => undefined);
  }
}
