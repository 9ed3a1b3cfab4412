/** Reads the files of a small zip archive into memory. */
import { openZip, ZipError } from "../../core-wasm/zip/read.ts";

export class ArchiveError extends Error {}

/** @throws ArchiveError if it is not an archive, or exceeds the limits */
export async function readSmallArchive(
  bytes: Uint8Array,
  { maxFiles, maxBytes }: { readonly maxFiles: number; readonly maxBytes: number },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  let left = maxBytes;
  try {
    for (const file of (await openZip(bytes, maxFiles)).files) {
      if (file.isEncrypted) throw new ArchiveError("it is encrypted");
      const parts: Uint8Array[] = [];
      await file.unpack((part) => {
        left -= part.length;
        if (left < 0) throw new ArchiveError(`it unpacks to more than ${maxBytes} bytes`);
        parts.push(part);
      });
      files.set(file.path, new Uint8Array(Buffer.concat(parts)));
    }
    return files;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new ArchiveError(
      error.fault === "many" ? `it ${error.message}` : `it is not a complete zip archive (${error.message})`,
    );
  }
}
