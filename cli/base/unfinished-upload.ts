/**
 * The note that an upload leaves on its dataset while it is not finished: of which files it is made, and which uploads of
 * large files are under way. It lies on the server, in the metadata of the folder, so that a killed command leaves nothing
 * behind here, and the same command can go on from any machine that has the files.
 */

import { createHash } from "node:crypto";
import type { ApiClient } from "#schemas/client";
import type { Folder } from "#schemas/wire";
import { interrupted } from "./interrupt.ts";

export const unfinishedKey = "unfinishedUpload";

export interface UnfinishedUpload {
  /** Of names, sizes and times of the files: another set of files is another upload. */
  readonly fingerprint: string;
  /** Uploads of files that are sent in more than one piece, by name. */
  readonly uploads: Readonly<Record<string, string>>;
  /** All files have arrived. */
  readonly isSent?: true;
  /** The server prepares the media. */
  readonly jobs?: readonly string[];
  readonly warnings?: readonly string[];
}

interface FileFacts {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

export function fingerprintOf(type: string, files: readonly FileFacts[]): string {
  const facts = files.map(({ name, sizeBytes, modifiedMs }) => [name, sizeBytes, Math.trunc(modifiedMs)]);
  return createHash("sha256")
    .update(JSON.stringify([type, facts]))
    .digest("hex");
}

/** Whoever may write to the folder may have written it: anything but what was written here is none. */
export function unfinishedUploadOf(folder: Pick<Folder, "meta">): UnfinishedUpload | undefined {
  const note = (folder.meta as Readonly<Record<string, unknown>>)[unfinishedKey];
  if (typeof note !== "object" || note === null) return undefined;
  const { fingerprint, uploads, isSent, jobs, warnings } = note as Readonly<Record<string, unknown>>;
  if (typeof fingerprint !== "string") return undefined;
  return {
    fingerprint,
    uploads: isTextRecord(uploads) ? uploads : {},
    ...(isSent === true && { isSent }),
    ...(isTextList(jobs) && { jobs }),
    ...(isTextList(warnings) && { warnings }),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every(isText);
}

/** Keeps the note on the server; one call at a time, so that a later one is not overtaken by an earlier one. */
export class UploadNote {
  readonly #client: ApiClient;
  readonly #folderId: string;
  #content: UnfinishedUpload;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(client: ApiClient, folderId: string, content: UnfinishedUpload) {
    this.#client = client;
    this.#folderId = folderId;
    this.#content = content;
  }

  get content(): UnfinishedUpload {
    return this.#content;
  }

  async write(changes: Partial<UnfinishedUpload>): Promise<void> {
    this.#content = { ...this.#content, ...changes };
    await this.#put(() => this.#content);
  }

  /** The dataset is finished. */
  async remove(): Promise<void> {
    await this.#put(() => null);
  }

  async #put(content: () => UnfinishedUpload | null): Promise<void> {
    const put = (): Promise<unknown> => {
      const parameters = { id: this.#folderId, body: { [unfinishedKey]: content() } };
      return this.#client.call("folder.setMetadata", parameters, { signal: interrupted });
    };
    this.#writing = this.#writing.then(put, put);
    await this.#writing;
  }
}

/** Gives up what the server has of files that are not complete, then the dataset. Works after Ctrl-C as well. */
export async function removeUnfinished(client: ApiClient, id: string, uploads: readonly string[]): Promise<void> {
  for (const upload of uploads) await client.call("file.cancelUpload", { id: upload }).catch(() => undefined);
  await client.call("folder.delete", { id });
}
