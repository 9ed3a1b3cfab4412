/**
 * Where a reader gets its annotations from: a set of files, whether that is a single file, a folder or an archive. Files
 * have the names that they have within the set, with `/` between folders.
 */
import { hostRefusal } from "../problems/host-problems.ts";

export interface SourceFile {
  readonly name: string;
  read(): Promise<Uint8Array>;
}

export interface AnnotationSource {
  files(): Iterable<SourceFile>;
}

/** A file whose bytes are there. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What can be read: a set of files, or the bytes of a single one, which may be an archive. */
export type SourceContent = AnnotationSource | Uint8Array;

export function sourceOfFiles(files: readonly NamedBytes[]): AnnotationSource {
  const list = files.map(({ name, bytes }): SourceFile => ({
    name,
    read: async () => bytes,
  }));
  return { files: () => list };
}

/** An archive is the files in it; anything else is one file. */
export async function openSource(content: SourceContent, name = ""): Promise<AnnotationSource> {
  if (!(content instanceof Uint8Array)) return content;
  if (!isZip(content)) return sourceOfFiles([{ name, bytes: content }]);
  // With a library for archives, which most files do without.
  return await (await import("./read-archive.ts")).openArchive(content);
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);
}

/** The bytes of a set that has one file, for the formats that have no others. */
export async function readOnlyFile(source: AnnotationSource): Promise<Uint8Array> {
  const [only, ...others] = source.files();
  if (only === undefined) throw hostRefusal("empty-file");
  if (others.length > 0) throw hostRefusal("source-several-files", [only.name, others[0]?.name ?? ""]);
  return await only.read();
}
