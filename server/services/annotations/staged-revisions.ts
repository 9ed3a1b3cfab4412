/**
 * Revisions of many records: written in pieces that no query sees, so that other writers need not wait for all of them,
 * and published at once.
 */
import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import {
  type AnnotationIds,
  type AnnotationScope,
  type StagedRecords,
  stageNumber,
} from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";
import { OtherSave } from "./between-saves.ts";
import type { RevisionWriter, SaveResult } from "./revision-writer.ts";
import { type ConcurrentChange, endedBy } from "./saved-since.ts";

/** Records waiting to be published, and how many there are. */
export type Staged = StagedRecords & { readonly count: number };

/** No import takes this long. */
const staleMs = 24 * 60 * 60 * 1000;

export class StagedRevisions {
  readonly #ports: Ports;
  readonly #writer: RevisionWriter;

  constructor(ports: Ports, writer: RevisionWriter) {
    this.#ports = ports;
    this.#writer = writer;
  }

  /**
   * Writes records, then calls `work`, which can publish them by `replaceAll` or `publishChange`. Unpublished records are
   * removed; after a crash, the sweep removes them.
   */
  async withStaged<T>(
    scope: AnnotationScope,
    records: readonly AnnotationRecord[],
    work: (staged: Staged) => Promise<T>,
  ): Promise<T> {
    const { annotations } = this.#ports.database;
    const staged = { scope, stage: stageNumber(this.#ports.clock.nowMs()), count: records.length };
    try {
      await annotations.stage(staged, records);
      return await work(staged);
    } finally {
      // The error thrown by `work` is the one to report.
      await this.unstage(staged).catch(() => undefined);
    }
  }

  /** Removes staged records, in pieces. */
  async unstage(staged: StagedRecords): Promise<void> {
    while (await this.#ports.database.annotations.unstage(staged));
  }

  /** Removes what crashes have left behind. @returns how many imports */
  async removeStale(): Promise<number> {
    const stale = await this.#ports.database.annotations.listStaged(this.#ports.clock.nowMs() - staleMs);
    for (const staged of stale) await this.unstage(staged);
    return stale.length;
  }

  /**
   * Replaces everything in a set with the staged records, as one revision. Runs in the caller's transaction; the caller
   * checks rights, and calls `announce` after it has committed.
   * @param saveId names the revision in the dataset; callers that may be repeated ask `findSave` first
   */
  async replaceAll(
    tx: Repositories,
    user: UserRecord,
    staged: Staged,
    description: string,
    saveId: string | null = null,
  ): Promise<SaveResult> {
    return await this.#publish(tx, user, staged, undefined, description, saveId);
  }

  /**
   * The same for a change computed from a revision of the set; the staged records may have the ids of those that it ends.
   * @throws OtherSave if the set is no longer at that revision
   */
  async publishChange(
    tx: Repositories,
    user: UserRecord,
    staged: Staged,
    { change, head }: ConcurrentChange,
    description: string,
    saveId: string | null = null,
  ): Promise<SaveResult> {
    const { datasetId, setName } = staged.scope;
    if ((await tx.annotations.head(datasetId, setName)) !== head) throw new OtherSave();
    return await this.#publish(tx, user, staged, change && endedBy(change), description, saveId);
  }

  async #publish(
    tx: Repositories,
    user: UserRecord,
    staged: Staged,
    end: readonly AnnotationIds[] | undefined,
    description: string,
    saveId: string | null,
  ): Promise<SaveResult> {
    const { scope } = staged;
    const revision = (await tx.annotations.head(scope.datasetId)) + 1;
    let deleted = end === undefined ? await tx.annotations.tombstone(scope, revision) : 0;
    for (const records of end ?? [])
      if (records.ids.length > 0) deleted += await tx.annotations.tombstone(scope, revision, records);
    const updated = await tx.annotations.publish(staged, revision);
    if (updated !== staged.count) throw new Error(`${updated} of ${staged.count} staged records are there`);
    return await this.#writer.log(tx, user, scope, { revision, updated, deleted, description, saveId });
  }

  /** Call after the transaction that published: notifies the readers of the dataset. */
  async announce(user: UserRecord, scope: AnnotationScope, done: SaveResult, description: string): Promise<void> {
    await this.#writer.announce(user, scope, done, description);
  }
}
