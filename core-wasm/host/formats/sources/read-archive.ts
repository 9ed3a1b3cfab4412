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
  const take = (part: Uint8Array): void => {
    left -= part.length;
    if (left < 0) throw hostRefusal("zip-too-large", [`${maxBytes >> 20} MB`]);
  };
  const read = async (file: ZipFile): Promise<Uint8Array> => {
    if (file.isEncrypted) throw hostRefusal("zip-encrypted", [file.path]);
    const parts: Uint8Array[] = [];
    const add = (part: Uint8Array): void => {
      take(part);
      parts.push(part);
    };
    await file.unpack(add).catch(refuse);
    return concatenate(parts);
  };
  const files = archive.files.map((file): SourceFile => {
    // A file may be requested twice: to recognize the set and to read it.
    let content: Promise<Uint8Array> | undefined;
    const name = file.path.replace(compressedText, "$1");
    const unpack = name === file.path ? () => read(file) : async () => await unzipped(await read(file), take);
    return { name, read: () => (content ??= unpack()) };
  });
  return { files: () => files };
}

/** A text that was compressed before it was put into the archive. */
const compressedText = /(\.(?:json|csv|tsv|txt|xml|xgtf|jsonl|ndjson|ya?ml))\.gz$/i;

/** @param take counts the bytes of each part. @throws CoreError if it is damaged */
async function unzipped(bytes: Uint8Array, take: (part: Uint8Array) => void): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  while (true) {
    const step = await reader.read().catch((error: unknown) => {
      throw hostRefusal("zip-broken", [error instanceof Error ? error.message : String(error)]);
    });
    if (step.done) return concatenate(parts);
    take(step.value);
    parts.push(step.value);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof ZipError)) throw error;
  if (error.fault === "many") throw hostRefusal("zip-too-large", [`${maxFiles} files`]);
  if (error.fault === "packed") throw hostRefusal("zip-packed", [error.message]);
  const { cause } = error;
  throw hostRefusal("zip-broken", [cause instanceof Error ? cause.message : error.message]);
}
