/**
 * The source of annotations for a reader: a set of files, whether a single file, a folder or an archive. Files have
 * their names within the set, with `/` between folders.
 */
import { hostRefusal } from "../problems/host-problems.ts";

export interface SourceFile {
  readonly name: string;
  read(): Promise<Uint8Array>;
}

export interface AnnotationSource {
  files(): Iterable<SourceFile>;
  /** Name of a file that was left out, because it has the same annotations in a format that holds less. */
  readonly copy?: string;
}

/** A file whose bytes are in memory. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Readable content: a set of files, or the bytes of a single one, which may be an archive. */
export type SourceContent = AnnotationSource | Uint8Array;

export function sourceOfFiles(files: readonly NamedBytes[]): AnnotationSource {
  const list = files.map(({ name, bytes }): SourceFile => ({
    name,
    read: async () => bytes,
  }));
  return { files: () => list };
}

/** An archive is opened as a set of its files; anything else is one file. */
export async function openSource(content: SourceContent, name = ""): Promise<AnnotationSource> {
  if (!(content instanceof Uint8Array)) return content;
  if (!isZip(content)) return sourceOfFiles([{ name, bytes: content }]);
  // Archives need a library, which is loaded on demand.
  return await (await import("./read-archive.ts")).openArchive(content);
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);
}

/** The bytes of the only file in a set, for formats with a single file. */
export async function readOnlyFile(source: AnnotationSource): Promise<Uint8Array> {
  const [only, ...others] = source.files();
  if (only === undefined) throw hostRefusal("empty-file");
  if (others.length > 0) throw hostRefusal("source-several-files", [only.name, others[0]?.name ?? ""]);
  return await only.read();
}
