/**
 * The note that an unfinished upload leaves on its dataset: the files it consists of, and the uploads of large files in
 * progress. It is stored on the server, in the metadata of the folder, so that a killed command or a reloaded page
 * leaves no local state, and any user who has the files can continue.
 */
import { ApiError, type ApiClient } from "./client.ts";
import { unfinishedKey } from "./unfinished-key.ts";
import type { Folder } from "./wire.ts";

export { unfinishedKey };
/** The run of the command line, or the upload of a page, that began the dataset or continued it last. */
export const runKey = "uploadRun";
/** Instead of a run: the run that began the dataset is removing it. */
const removing = "removing";
/** The fingerprint of a finished upload, by which a renamed folder is recognized. */
export const finishedKey = "finishedUpload";

export interface UnfinishedUpload {
  /** Computed from names, sizes and times of the files: another set of files is another upload. */
  readonly fingerprint: string;
  /** Uploads of files that are sent in more than one piece, by name. */
  readonly uploads: Readonly<Record<string, string>>;
  /** All files have arrived. */
  readonly isSent?: true;
  /** The jobs with which the server prepares the media. */
  readonly jobs?: readonly string[];
  readonly warnings?: readonly string[];
  /**
   * Only the command line sets it, and renews the note while it is `alive`. Not among what `unfinishedUploadOf` returns:
   * a page that continues the dataset writes the note without it.
   */
  readonly sender?: "alive" | "gone";
}

export interface FileFacts {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Independent of the order of the files: 64 bits, enough to distinguish the file sets of one user. */
export function fingerprintOf(type: string, files: readonly FileFacts[]): string {
  const facts = files.map(({ name, sizeBytes, modifiedMs }) =>
    JSON.stringify([name, sizeBytes, Math.trunc(modifiedMs)]),
  );
  const text = [type, ...facts.sort()].join("\n");
  // FNV-1a with two offsets: browsers provide no hashes on plain http pages.
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * Any user with write access to the folder may have written it, so anything not in the form written here counts as
 * absent.
 */
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

/** Of a dataset whose upload is finished. */
export function uploadedFingerprintOf({ meta }: Pick<Folder, "meta">): string | undefined {
  const note = (meta as Readonly<Record<string, unknown>>)[finishedKey] as { fingerprint?: unknown } | null | undefined;
  return isText(note?.fingerprint) ? note.fingerprint : undefined;
}

const runOf = ({ meta }: Pick<Folder, "meta">): unknown => (meta as Readonly<Record<string, unknown>>)[runKey] ?? null;

export const isBeingRemoved = (folder: Pick<Folder, "meta">): boolean => runOf(folder) === removing;

/**
 * Makes `run` the last run of the dataset, in one step with `changes`: of several that try it at the same moment, one
 * succeeds.
 *
 * @param seen the dataset as it was when it was judged
 */
export async function takeRun(
  client: ApiClient,
  seen: Pick<Folder, "_id" | "meta">,
  run: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  return await changeRun(client, seen._id, { ...changes, [runKey]: run }, runOf(seen));
}

/**
 * Whether a run may remove the dataset that it began: no other run continues it, and none will from now on. Works after
 * the end of the run's own signal.
 */
export async function mayRemove(client: ApiClient, id: string, run: string): Promise<boolean> {
  return await changeRun(client, id, { [runKey]: removing }, run);
}

async function changeRun(
  client: ApiClient,
  id: string,
  body: Readonly<Record<string, unknown>> & { readonly [runKey]: string },
  was: unknown,
): Promise<boolean> {
  try {
    await client.call("folder.setMetadata", { id, body, was: { [runKey]: was } });
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // An answer may have been lost, and the call repeated.
    return runOf(await client.call("folder.get", { id })) === body[runKey];
  }
}

/** Whether another run has taken the dataset: this one must not send any more of it. */
export async function isOvertaken(client: ApiClient, id: string, run: string, error: unknown): Promise<boolean> {
  if (!isConflict(error)) return false;
  const folder = await client.call("folder.get", { id }).catch(() => undefined);
  return folder !== undefined && runOf(folder) !== run;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** How often a sender renews its note. */
export const renewalMs = 60_000;
/** A sender whose note is older is gone. */
const silenceMs = 5 * renewalMs;

export interface FolderState {
  readonly folder: Folder;
  /** Of an unfinished upload. */
  readonly hasSender: boolean;
  /** A page sends it, which does not say regularly that it is alive: it may have been closed. */
  readonly isOfPage: boolean;
}

/**
 * The folder as it is now, by the clock of the server only. Removing takes seconds: an older mark is that of a page or
 * command that could not remove the folder.
 *
 * @throws ApiError
 */
export async function readState(client: ApiClient, id: string, signal?: AbortSignal): Promise<FolderState> {
  const response = await client.fetch("folder.get", { id }, { ...(signal && { signal }) });
  const folder = (await response.json()) as Folder;
  const note = (folder.meta as Readonly<Record<string, unknown>>)[unfinishedKey] as Partial<UnfinishedUpload> | null;
  const ageMs = Date.parse(response.headers.get("Date") ?? "") - Date.parse(folder.updated);
  const isTimed = note?.sender === "alive" || isBeingRemoved(folder);
  const hasSender = note?.sender !== "gone" && !(isTimed && ageMs > silenceMs);
  return { folder, hasSender, isOfPage: note != null && note.sender === undefined };
}

const isText = (value: unknown): value is string => typeof value === "string";

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every(isText);
}

/**
 * Keeps the note on the server up to date; one call at a time, so that a later one is not overtaken by an earlier one.
 */
export class UploadNote {
  readonly #client: ApiClient;
  readonly #folderId: string;
  readonly #signal: AbortSignal;
  readonly #run: string;
  #content: UnfinishedUpload;
  #writing: Promise<unknown> = Promise.resolve();

  /** @param run writes only while this is the last run of the dataset */
  constructor(client: ApiClient, folderId: string, run: string, content: UnfinishedUpload, signal: AbortSignal) {
    this.#client = client;
    this.#folderId = folderId;
    this.#run = run;
    this.#content = content;
    this.#signal = signal;
  }

  get content(): UnfinishedUpload {
    return this.#content;
  }

  async write(changes: Partial<UnfinishedUpload>): Promise<void> {
    this.#content = { ...this.#content, ...changes };
    await this.#put(() => ({ [unfinishedKey]: this.#content }));
  }

  /** Call it when the dataset is finished. */
  async remove(): Promise<void> {
    const { fingerprint } = this.#content;
    try {
      await this.#put(() => ({ [unfinishedKey]: null, [runKey]: null, [finishedKey]: { fingerprint } }));
    } catch (error) {
      if (!isConflict(error)) throw error;
      // An answer may have been lost, and the call repeated.
      const folder = await this.#client.call("folder.get", { id: this.#folderId }, { signal: this.#signal });
      if (uploadedFingerprintOf(folder) !== fingerprint) throw error;
    }
  }

  async #put(body: () => Readonly<Record<string, object | null>>): Promise<void> {
    const put = (): Promise<unknown> => {
      const parameters = { id: this.#folderId, body: body(), was: { [runKey]: this.#run } };
      return this.#client.call("folder.setMetadata", parameters, { signal: this.#signal });
    };
    this.#writing = this.#writing.then(put, put);
    await this.#writing;
  }
}
