/**
 * The one reader of the bytes of a file, wherever they are. Other code does not look into `FileRecord.content`, except what
 * stores it: the repositories, and `file-placement.ts`, where a content becomes a file.
 */
import type { Readable } from "node:stream";

import { RequestError } from "../../base/errors.ts";
import type { ByteRange } from "../../ports/blob-store.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord } from "../../ports/records.ts";

export interface OpenContent {
  /** Bytes. */
  readonly size: number;
  /** Names these bytes: others have another one. */
  readonly etag: string;
  /** `withLocalFile` copies nothing. */
  readonly isLocal: boolean;
  /** Where a client finds the bytes by itself. Those of a link are nowhere else. */
  readonly redirect?: string;
  read(range?: ByteRange): Readable;
  /** Gives `work` a local file with the bytes: for tools that need a path. The file must not be changed or kept. */
  withLocalFile<T>(work: (path: string) => Promise<T>): Promise<T>;
}

export type ContentPorts = Pick<Ports, "blobs">;

/** Whether there is anything to read: a link only points elsewhere. */
export const hasBytes = (file: FileRecord | undefined): file is FileRecord => file?.content?.kind === "blob";

/** Names the bytes of a file without opening them; empty where there are none. */
export const etagOf = ({ content }: FileRecord): string => (content?.kind === "blob" ? content.hash : "");

/** Where a link points. */
export const linkOf = ({ content }: FileRecord): string | undefined =>
  content?.kind === "link" ? content.url : undefined;

/** Of a file that the caller has been allowed to read. */
export async function openContent({ blobs }: ContentPorts, file: FileRecord): Promise<OpenContent> {
  const { content, size } = file;
  const etag = etagOf(file);
  if (content?.kind !== "blob") {
    const redirect = linkOf(file);
    const refuse = (): never => {
      throw new RequestError(`The file ${file.name} is a link: its bytes are not on this server.`);
    };
    return { size, etag, isLocal: false, read: refuse, withLocalFile: refuse, ...(redirect && { redirect }) };
  }
  return {
    ...{ size, etag },
    isLocal: !blobs.isShared,
    read: (range) => blobs.read(content.hash, range),
    withLocalFile: (work) => blobs.withLocalFile(content.hash, work),
  };
}

/** The bytes, opened when the first of them is asked for. */
export async function* readContent(
  ports: ContentPorts,
  file: FileRecord,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { read } = await openContent(ports, file);
  yield* read(range) as AsyncIterable<Uint8Array>;
}
