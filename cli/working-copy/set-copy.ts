/** One file of a working copy: brought to a newer revision of its set, and its changes sent. */

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { mergeAnnotations, type Conflict, type MergeResult } from "#core/diff/merge";
import { buildSaveBody } from "#core/edits/save-body";
import type { AnnotationCore, ChangeSet } from "#core/types";
import { ApiError } from "#schemas/client";
import type { Connection } from "../base/connection/connection.ts";
import { openCore } from "../base/annotations/core.ts";
import { CliError, ExitCode, fileError, systemErrorCode, usageError } from "../base/process/errors.ts";
import { readWhole } from "../base/files/files.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { replaceIfSame } from "../base/files/replace-file.ts";
import { changesBetween, countsOf, noChanges, sumOf, type Changes } from "./changes.ts";
import { headOf, loadSet, readSetFile, setBytes, sha256 } from "./set-content.ts";
import { setText, withSet, writeState, type CopiedSet, type CopyState } from "./state.ts";

/** The folder, and what it is a copy of. `state` is replaced as files are brought up to date. */
export interface WorkingCopy {
  readonly connection: Connection;
  readonly folder: string;
  state: CopyState;
}

export type Preferred = "mine" | "theirs";

export interface CopyOptions {
  /** Whose version is taken where both have changed the same. Absent: it is left as it is. */
  readonly prefer: Preferred | undefined;
  /** Nothing is written and nothing is sent. */
  readonly isDry: boolean;
  /** The most conflicts to list. */
  readonly limit: number;
}

export interface SetOutcome {
  readonly set: string | null;
  readonly file: string;
  /** The revision that the file was made of before, and is made of now. */
  readonly from: number;
  readonly revision: number;
  readonly received: Changes;
  readonly sent: Changes;
  /** Tracks that are only in the file. */
  readonly unsent: Changes;
  readonly conflicts: readonly Conflict[];
  readonly conflictCount: number;
  readonly isRefused: boolean;
  readonly renumbered: MergeResult["renumbered"];
  /** Members of the file that no set keeps. */
  readonly dropped: readonly string[];
  /** The file was missing. */
  readonly isRestored: boolean;
}

type Step = Omit<SetOutcome, "sent"> & {
  /** Absent when the file is as the server has it. */
  readonly unsentChanges?: ChangeSet;
  readonly merged?: AnnotationCore;
};

/** A limit, so that a push ends even if others save all the time. */
const maxAttempts = 30;
/** An editor that writes the file all the time, too. */
const maxReads = 10;

export class SetCopy {
  readonly #copy: WorkingCopy;
  readonly #options: CopyOptions;
  #entry: CopiedSet;
  /** The set at the revision of the entry. */
  #base: AnnotationCore | undefined;

  constructor(copy: WorkingCopy, entry: CopiedSet, options: CopyOptions) {
    this.#copy = copy;
    this.#entry = entry;
    this.#options = options;
  }

  async pull(): Promise<SetOutcome> {
    return { ...(await this.#catchUp(await this.#head())), sent: noChanges };
  }

  /** Merges what others have saved into the file, then sends what it has beyond that. */
  async push(): Promise<SetOutcome> {
    let before: Step | undefined;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const step = joined(before, await this.#catchUp(await this.#head()));
      const { merged, unsentChanges } = step;
      if (this.#options.isDry || step.isRefused || merged === undefined || unsentChanges === undefined)
        return { ...step, sent: noChanges };
      const revision = await this.#send(merged, unsentChanges);
      // Others were faster: their changes come first.
      if (revision === undefined) before = step;
      else return { ...joined(step, await this.#catchUp(revision, merged)), sent: step.unsent };
    }
    throw new CliError(
      ExitCode.server,
      `others save the same tracks all the time. Nothing was sent; give the command again in a moment.`,
    );
  }

  get #path(): string {
    return join(this.#copy.folder, this.#entry.file);
  }

  async #head(): Promise<number> {
    const { connection, state } = this.#copy;
    const head = await headOf(connection, state.dataset, this.#entry.set);
    if (head >= this.#entry.revision) return head;
    // A save that changes nothing answers with the newest revision of all sets.
    if ((await headOf(connection, state.dataset)) < this.#entry.revision) throw this.#gone();
    return this.#entry.revision;
  }

  /**
   * Merges the set at a revision into the file.
   * @param sent what the server has got from here since the revision of the entry
   */
  async #catchUp(revision: number, sent?: AnnotationCore): Promise<Step> {
    const { connection, folder, state } = this.#copy;
    const { set, file, sha256: known, revision: from } = this.#entry;
    for (let read = 0; read < maxReads; read += 1) {
      const bytes = await readIfExists(this.#path);
      const isTouched = bytes !== undefined && sha256(bytes) !== known;
      const same = { set, file, from, isRestored: bytes === undefined && from > 0 };
      if (!isTouched && bytes !== undefined && revision === from) return { ...same, ...nothing, revision };
      const base = await this.#loadBase();
      const theirs = revision === from ? base : await loadSet(connection, state.dataset, set, revision);
      const mine = isTouched ? await readSetFile(this.#path, bytes) : { core: base, dropped: [] };
      const { prefer, limit, isDry } = this.#options;
      const result = mergeAnnotations(base, theirs, mine.core, {
        prefer: prefer === "mine" ? "b" : "a",
        listed: limit,
      });
      const { conflicts, conflictCount, renumbered } = result;
      const isRefused = conflictCount > 0 && prefer === undefined;
      const merged = await openCore();
      merged.reader.readDiveJson(result.document);
      const unsent = changesBetween(theirs, merged);
      const step: Step = {
        ...same,
        conflicts,
        conflictCount,
        renumbered,
        isRefused,
        merged,
        dropped: mine.dropped,
        unsent: countsOf(unsent),
        received: countsOf(changesBetween(sent ?? base, theirs)),
        revision: isRefused ? from : revision,
        ...(unsent.count > 0 && { unsentChanges: unsent.changes }),
      };
      if (isRefused || isDry) return step;
      if (!(await replaceIfSame(this.#path, bytes, setBytes(merged)))) continue;
      // After the file: see the folder's README.
      this.#entry = { set, file, revision, sha256: sha256(setBytes(theirs)) };
      this.#base = theirs;
      this.#copy.state = withSet(this.#copy.state, this.#entry);
      await writeState(folder, this.#copy.state);
      return step;
    }
    throw usageError(`it is being written all the time: end the program that does, then try again.`);
  }

  /** The new revision; `undefined`: others have saved the same since. */
  async #send(merged: AnnotationCore, changes: ChangeSet): Promise<number | undefined> {
    const { connection, state } = this.#copy;
    const { revision: baseRevision, set } = this.#entry;
    const parts = { saveId: randomUUID(), baseRevision, setName: set ?? undefined };
    const body = buildSaveBody(merged, changes, parts);
    try {
      const call = { folderId: state.dataset, body };
      return (await connection.client.call("annotation.save", call, { signal: interrupted })).revision;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 && error.reply?.type === "conflict") return undefined;
      if (error.status !== 0) throw error;
      throw new CliError(
        ExitCode.server,
        `${connection.url} did not answer, and may have saved it: push again, which sends nothing twice.`,
        { cause: error },
      );
    }
  }

  async #loadBase(): Promise<AnnotationCore> {
    if (this.#base !== undefined) return this.#base;
    const { connection, state } = this.#copy;
    const { set, revision, sha256: known } = this.#entry;
    let base: AnnotationCore;
    try {
      base = await loadSet(connection, state.dataset, set, revision);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) throw this.#gone(error);
      throw error;
    }
    if (revision > 0 && sha256(setBytes(base)) !== known) throw this.#gone();
    this.#base = base;
    return base;
  }

  #gone(cause?: unknown): CliError {
    const { revision, set } = this.#entry;
    return usageError(
      `${this.#copy.connection.url} has no revision ${revision} of ${setText(set)} like the one that this file was made ` +
        "of: its data were set back, or it is another server. Pull into another folder, and bring your changes there with " +
        "`wakeline merge`.",
      cause,
    );
  }
}

const nothing = {
  received: noChanges,
  unsent: noChanges,
  conflicts: [],
  conflictCount: 0,
  isRefused: false,
  renumbered: { tracks: new Map<number, number>(), groups: new Map<number, number>() },
  dropped: [],
} as const;

/** Two steps, one after the other, as one. */
function joined(before: Step | undefined, step: Step): Step {
  if (before === undefined) return step;
  const ids = (of: "tracks" | "groups") => new Map([...before.renumbered[of], ...step.renumbered[of]]);
  return {
    ...step,
    from: before.from,
    received: sumOf(before.received, step.received),
    conflicts: [...before.conflicts, ...step.conflicts],
    conflictCount: before.conflictCount + step.conflictCount,
    renumbered: { tracks: ids("tracks"), groups: ids("groups") },
    dropped: [...new Set([...before.dropped, ...step.dropped])],
    isRestored: before.isRestored,
  };
}

async function readIfExists(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readWhole(path);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw fileError("read", path, error);
  }
}
