/** Input of the library. */

import { sourceOfFiles, type SourceContent } from "#core/formats/sources/source";

/** The content of a file: text, bytes, or a browser's `File` or `Blob`. */
export type FileContent = string | Uint8Array | ArrayBuffer | Blob;

export interface NamedFile {
  /** Includes its folders, separated by `/`. */
  readonly name: string;
  readonly content: FileContent;
}

/** A file, which may be a zip archive; or the files of a folder, for formats with one file per picture. */
export type Content = FileContent | readonly NamedFile[];

export interface Opened {
  readonly content: SourceContent;
  /** The bytes of a single file; empty for several. */
  readonly bytes: Uint8Array;
}

export async function openContent(content: Content): Promise<Opened> {
  if (!isList(content)) {
    const bytes = await bytesOf(content);
    return { content: bytes, bytes };
  }
  const files = await Promise.all(content.map(async ({ name, content: own }) => ({ name, bytes: await bytesOf(own) })));
  return { content: sourceOfFiles(files), bytes: new Uint8Array() };
}

/** The name of a `File`. */
export function nameOf(content: Content): string | undefined {
  return typeof content === "object" && "name" in content && typeof content.name === "string"
    ? content.name
    : undefined;
}

function isList(content: Content): content is readonly NamedFile[] {
  return Array.isArray(content);
}

async function bytesOf(content: FileContent): Promise<Uint8Array> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  if (content instanceof Uint8Array) return content;
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  return new Uint8Array(await content.arrayBuffer());
}
