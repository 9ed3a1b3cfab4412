/**
 * The files of a zip archive. What an archive says of itself is no promise: what is unpacked is counted while it comes,
 * and only what is read is unpacked at all.
 */
import { Uint8ArrayReader, ZipReader, type FileEntry } from "@zip.js/zip.js";
import { decodeArchiveNames } from "./archive-names.ts";
import { hostRefusal } from "../problems/host-problems.ts";
import type { AnnotationSource, SourceFile } from "./source.ts";
import { concatenate } from "../../join-bytes.ts";
import { CoreError } from "../../types.ts";

const mostFiles = 1_000_000;
const mostBytes = 512 << 20;

/** In the order of the archive. */
export async function openArchive(bytes: Uint8Array): Promise<AnnotationSource> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkSignature: true });
  const entries: FileEntry[] = [];
  let count = 0;
  try {
    for await (const entry of archive.getEntriesGenerator()) {
      if (++count > mostFiles) throw hostRefusal("zip-too-large", [`${mostFiles} files`]);
      if (!entry.directory) entries.push(entry);
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await archive.close().catch(() => undefined);
  }
  const names = decodeArchiveNames(
    entries.map(({ rawFilename: raw, filename, filenameUTF8 }) => (filenameUTF8 ? { raw, name: filename } : { raw })),
  );
  let left = mostBytes;
  const read = async (entry: FileEntry): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    const sink = new WritableStream<Uint8Array>({
      write(part) {
        left -= part.length;
        if (left < 0) throw hostRefusal("zip-too-large", [`${mostBytes >> 20} MB`]);
        parts.push(part);
      },
    });
    try {
      await entry.getData(sink);
    } catch (error) {
      throw refusalOf(error);
    }
    return concatenate(parts);
  };
  const files = entries.map((entry, index): SourceFile => {
    // What a set is and what it holds may both be asked of a file.
    let content: Promise<Uint8Array> | undefined;
    const name = (names[index] ?? entry.filename).replaceAll("\\", "/");
    return { name, read: () => (content ??= read(entry)) };
  });
  return { files: () => files };
}

function refusalOf(error: unknown): CoreError {
  if (error instanceof CoreError) return error;
  return hostRefusal("zip-broken", [error instanceof Error ? error.message : String(error)]);
}
