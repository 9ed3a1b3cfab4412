/** What the library is given to read. */

import { sourceOfFiles, type SourceContent } from "#core/formats/sources/source";

/** The content of a file: text, bytes, or a `File` or `Blob` of a browser. */
export type FileContent = string | Uint8Array | ArrayBuffer | Blob;

export interface NamedFile {
  /** With its folders, separated by `/`. */
  readonly name: string;
  readonly content: FileContent;
}

/** A file, which may be a zip archive; or the files of a folder, for formats with a file a picture. */
export type Content = FileContent | readonly NamedFile[];

export interface Opened {
  readonly content: SourceContent;
  /** Of a single file; of several none. */
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

/** The name that a `File` has. */
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
