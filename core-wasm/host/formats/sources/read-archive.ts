/** The files of a zip archive in memory, unpacked only when read. */
import { openZip, ZipError, type ZipFile } from "../../../zip/read.ts";
import { hostRefusal } from "../problems/host-problems.ts";
import type { AnnotationSource, SourceFile } from "./source.ts";
import { concatenate } from "../../join-bytes.ts";

const maxFiles = 1_000_000;
const maxBytes = 512 << 20;

/** In the order of the archive. @throws CoreError */
export async function openArchive(bytes: Uint8Array): Promise<AnnotationSource> {
  const archive = await openZip(bytes, maxFiles).catch(refuse);
  let left = maxBytes;
  const read = async (file: ZipFile): Promise<Uint8Array> => {
    if (file.isEncrypted) throw hostRefusal("zip-encrypted", [file.path]);
    const parts: Uint8Array[] = [];
    const take = (part: Uint8Array): void => {
      left -= part.length;
      if (left < 0) throw hostRefusal("zip-too-large", [`${maxBytes >> 20} MB`]);
      parts.push(part);
    };
    await file.unpack(take).catch(refuse);
    return concatenate(parts);
  };
  const files = archive.files.map((file): SourceFile => {
    // A file may be requested twice: to recognize the set and to read it.
    let content: Promise<Uint8Array> | undefined;
    return { name: file.path, read: () => (content ??= read(file)) };
  });
  return { files: () => files };
}

function refuse(error: unknown): never {
  if (!(error instanceof ZipError)) throw error;
  if (error.fault === "many") throw hostRefusal("zip-too-large", [`${maxFiles} files`]);
  if (error.fault === "packed") throw hostRefusal("zip-packed", [error.message]);
  const { cause } = error;
  throw hostRefusal("zip-broken", [cause instanceof Error ? cause.message : error.message]);
}
