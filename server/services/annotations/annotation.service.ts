/** Annotations of a dataset: reading and saving revisions, the history, rolling back. */
import type { BlamedField, TrackVersion } from "#core/diff/blame";

import { AccessLevel } from "../../base/access-level.ts";
import { ConflictError, RequestError } from "../../base/errors.ts";
import type { AnnotationKind, AnnotationRecord } from "../../domain/annotation-save.ts";
import {
  type AnnotationIds,
  type AnnotationScope,
  type AnnotationSort,
  type RevisionRecord,
  type StagedRecords,
  stageNumber,
} from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, Page, Paged, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { AnnotationOutlines } from "./annotation-outlines.ts";
import type { AnnotationImageService } from "./annotation-image.service.ts";
import type { AnnotationWork, CheckedSave } from "./annotation-work/annotation-work.ts";
import { applyChanges } from "./stored-changes.ts";
import type { DatasetMessages } from "../site/dataset-messages.ts";
import { recordEvent } from "../access/record-event.ts";
import { noSuchSet, removedSetText, shownSets } from "./annotation-sets.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import { isTaskOverviewOn } from "../access/task-overview-setting.ts";

export interface AnnotationRead extends Page {
  kind: AnnotationKind;
  /** Absent: the latest. */
  revision: number | undefined;
  /** Absent or empty: the default set. */
  setName: string | undefined;
  by: AnnotationSort;
  descending: boolean;
}

export interface BlameRequest {
  trackId: number;
  frames: readonly number[];
  revision: number | undefined;
  setName: string | undefined;
}

export interface Blame {
  fields: readonly BlamedField[];
  /** The revisions that the fields refer to. */
  revisions: readonly RevisionRecord[];
}

/** How far back to search: what matters is who changed it recently. */
const maxVersions = 100;
const maxVersionCharacters = 8 * 1024 * 1024;
const versionsAtOnce = 5;
const maxBlamedFrames = 16;

export interface SaveResult {
  /** Records written. */
  updated: number;
  /** Records replaced or deleted. */
  deleted: number;
  /** The revision this made; the latest one if nothing changed. */
  revision: number;
}

const kinds: readonly AnnotationKind[] = ["track", "group"];

interface AnnotationParts {
  readonly access: AccessService;
  readonly messages: DatasetMessages;
  readonly work: AnnotationWork;
  readonly images: AnnotationImageService;
}

/** Records waiting to be published, and how many there are. */
export type Staged = StagedRecords & { readonly count: number };

/** No import takes this long. */
const staleMs = 24 * 60 * 60 * 1000;

export class AnnotationService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #messages: DatasetMessages;
  readonly #work: AnnotationWork;
  readonly #images: AnnotationImageService;
  readonly #outlines: AnnotationOutlines;

  constructor(ports: Ports, services: AnnotationParts) {
    this.#ports = ports;
    this.#access = services.access;
    this.#messages = services.messages;
    this.#work = services.work;
    this.#images = services.images;
    this.#outlines = new AnnotationOutlines(() => ports.database.annotations);
  }

  /** The total, and the JSON in order: pieces of whole records joined by commas. */
  async read(
    actor: Actor,
    datasetId: string,
    read: AnnotationRead,
  ): Promise<{ total: number; pieces: AsyncIterable<Uint8Array> }> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    return await this.readOf(record, read);
  }

  /** The same for a folder the caller may read. */
  async readOf(
    folder: FolderRecord,
    read: AnnotationRead,
  ): Promise<{ total: number; pieces: AsyncIterable<Uint8Array> }> {
    const { annotations } = this.#ports.database;
    const revision = await this.headOf(folder, read.revision, read.setName);
    const query = { datasetId: folder.id, setName: read.setName ?? "", kind: read.kind, revision };
    const { by, descending, limit, offset } = read;
    // A future revision will have other annotations.
    if (read.revision !== undefined && revision > (await annotations.head(folder.id))) {
      return { total: await annotations.count(query), pieces: annotations.stream(query, read) };
    }
    const total = await this.#outlines.total(query);
    const isByPosition = by === "id" && !descending;
    const start = isByPosition ? await this.#outlines.pageStart(query, offset) : { firstId: undefined, offset };
    const { firstId } = start;
    return {
      total,
      pieces: annotations.stream({ ...query, firstId }, { by, descending, limit, offset: start.offset }),
    };
  }

  /** The revision to read: the given one, else the latest of the named set, else the latest of all. */
  async headOf(folder: FolderRecord, revision: number | undefined, setName: string | undefined): Promise<number> {
    if (revision !== undefined) {
      if (revision < 0) throw new RequestError(`Invalid value for integer parameter revision: ${revision}.`);
      return revision;
    }
    return await this.#ports.database.annotations.head(folder.id, setName === "" ? undefined : setName);
  }

  /** Since which revision the fields of a track, and of its detections on these frames, have had their values. */
  async blame(actor: Actor, datasetId: string, asked: BlameRequest): Promise<Blame> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    if (asked.frames.length > maxBlamedFrames) {
      throw new RequestError(`At most ${maxBlamedFrames} frames can be requested at once.`);
    }
    const { annotations } = this.#ports.database;
    const setName = asked.setName ?? "";
    const head = await this.headOf(record, asked.revision, asked.setName);
    const query = { datasetId: record.id, setName, kind: "track" as const, id: asked.trackId };
    const versions: TrackVersion[] = [];
    let length = 0;
    let upTo = head;
    let isComplete = false;
    while (!isComplete && versions.length < maxVersions && length < maxVersionCharacters) {
      const found = await annotations.versions({ ...query, revision: upTo }, versionsAtOnce);
      for (const { revision, payload } of found) {
        versions.push({ revision, json: payload });
        length += payload.length;
        upTo = revision - 1;
      }
      isComplete = found.length < versionsAtOnce;
    }
    // A deleted track has no values.
    const [isThere] = await annotations.existingAt({ datasetId: record.id, setName }, head, {
      kind: "track",
      ids: [asked.trackId],
    });
    if (isThere === undefined) return { fields: [], revisions: [] };
    const fields = await this.#work.blame(versions, { frames: asked.frames, isComplete }, length);
    const numbers = [...new Set(fields.map(({ revision }) => revision))];
    return { fields, revisions: await annotations.findRevisions(record.id, numbers) };
  }

  async listSets(actor: Actor, datasetId: string): Promise<string[]> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    return await shownSets(this.#ports.database, record.id);
  }

  /** Ends everything in a set, which is then no longer listed. Its history stays, and a rollback brings it back. */
  async removeSet(actor: Actor, datasetId: string, setName: string): Promise<void> {
    const user = requireUser(actor);
    const { record: folder } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    if (setName === "") throw new RequestError("The default set cannot be removed.");
    const scope = { datasetId: folder.id, setName };
    const result = await this.withStaged(scope, [], (staged) =>
      this.#ports.database.transaction({ dataset: folder.id }, async (tx) => {
        await this.#access.requireFolder(actor, datasetId, AccessLevel.write, tx);
        if (!(await shownSets(tx, folder.id)).includes(setName)) throw noSuchSet(folder.name, setName);
        return await this.replaceAll(tx, user, staged, removedSetText);
      }),
    );
    await this.announceSaved(user, scope, result, removedSetText);
  }

  async listRevisions(
    actor: Actor,
    datasetId: string,
    query: { setName: string | undefined; descending: boolean } & Page,
  ): Promise<Paged<RevisionRecord>> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const { setName, ...rest } = query;
    const narrowed = setName === undefined || setName === "" ? rest : { ...rest, setName };
    return await this.#ports.database.annotations.listRevisions(record.id, narrowed);
  }

  /**
   * @param readBody returns JSON, unchecked: see `domain/annotation-save.ts`. Not called if the caller may not save
   */
  async save(actor: Actor, datasetId: string, readBody: () => Promise<Uint8Array>): Promise<SaveResult> {
    const user = requireUser(actor);
    const { record: folder } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    const changes = await this.#work.parseSave(await readBody());
    const scope = { datasetId: folder.id, setName: changes.setName };
    let isNew = false;
    const result = await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write, tx);
      isNew = true;
      if (changes.saveId !== undefined) {
        const before = await tx.annotations.findSave(record.id, changes.saveId);
        if (before !== undefined) {
          isNew = false;
          return { updated: before.additions, deleted: before.deletions, revision: before.revision };
        }
      }
      await this.#refuseConflicts(tx, scope, changes);
      const revision = (await tx.annotations.head(record.id)) + 1;
      // Build other records while the previous rows are being ended.
      const { whole, cut } = await applyChanges(tx, scope, changes.hasChanges ? await changes.records : []);
      let deleted = cut.length;
      for (const kind of kinds) {
        const ids = idsOf(changes, kind).filter((id) =>
          cut.every(({ record: each }) => each.kind !== kind || each.id !== id),
        );
        if (ids.length > 0) deleted += await tx.annotations.tombstone(scope, revision, { kind, ids });
      }
      await tx.annotations.insert(scope, revision, changes.hasChanges ? whole : await changes.records);
      for (const each of cut) await tx.annotations.changeTrack(scope, revision, each.record, each.chunks);
      return await this.#log(tx, user, scope, {
        revision,
        updated: changes.upsert.length,
        deleted,
        description: "save",
        saveId: changes.saveId ?? null,
        activeMs: await workTimeOf(tx, changes),
      });
    });
    if (isNew) await this.announceSaved(user, scope, result, "save");
    return result;
  }

  /** Call after a save in the caller's own transaction: notifies the readers of the dataset. */
  async announceSaved(user: UserRecord, scope: AnnotationScope, done: SaveResult, description: string): Promise<void> {
    const { updated: additions, deleted: deletions, revision } = done;
    if (additions + deletions === 0) return;
    this.#images.recordStored(scope, revision, additions);
    const { id: authorId, login: authorName } = user;
    await this.#messages.publish({
      type: "annotations_saved",
      datasetId: scope.datasetId,
      data: { set: scope.setName, revision, authorId, authorName, additions, deletions, description },
    });
  }

  /**
   * Writes records in pieces that no query sees, so that other writers need not wait for all of them, then calls `work`
   * with what it can publish by `replaceAll`. Unpublished records are removed; after a crash, the sweep removes them.
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
   * checks rights, and calls `announceSaved` after it has committed.
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

  /** The same for some records: `end` names those to end; the staged records may have their ids. */
  async replaceSome(
    tx: Repositories,
    user: UserRecord,
    staged: Staged,
    end: readonly AnnotationIds[],
    description: string,
    saveId: string | null = null,
  ): Promise<SaveResult> {
    return await this.#publish(tx, user, staged, end, description, saveId);
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
    return await this.#log(tx, user, scope, { revision, updated, deleted, description, saveId });
  }

  /** Rolls all sets back to a revision, each by a new revision; the history stays. */
  async rollback(actor: Actor, datasetId: string, target: number): Promise<void> {
    const user = requireUser(actor);
    await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    if (target < 0) throw new RequestError(`Invalid value for integer parameter revision: ${target}.`);
    const description = `Rollback to revision ${target}`;
    const done: { scope: AnnotationScope; result: SaveResult }[] = [];
    await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      done.length = 0;
      const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write, tx);
      for (const setName of await tx.annotations.listSets(record.id)) {
        const scope = { datasetId: record.id, setName };
        if ((await tx.annotations.head(record.id, setName)) <= target) continue;
        const revision = (await tx.annotations.head(record.id)) + 1;
        const { additions, deletions } = await tx.annotations.restore(scope, target, revision);
        const result = { revision, updated: additions, deleted: deletions };
        done.push({ scope, result: await this.#log(tx, user, scope, { ...result, description, saveId: null }) });
      }
    });
    for (const { scope, result } of done) await this.announceSaved(user, scope, result, description);
  }

  /**
   * Refuses if another user changed the same records since the caller read them, or if the server was restored from a
   * backup made before that, so that the changes since then are unknown.
   */
  async #refuseConflicts(tx: Repositories, scope: AnnotationScope, changes: CheckedSave): Promise<void> {
    if (changes.baseRevision === undefined) return;
    const base = changes.baseRevision;
    const latest = await tx.annotations.head(scope.datasetId);
    if (base > latest) {
      throw new RequestError(
        `The dataset is at revision ${latest}: revision ${base}, on which these changes were made, no longer exists. Nothing was saved. Open the dataset again; the page keeps what it has not saved.`,
        409,
        "revision-gone",
      );
    }
    const touched = async (kind: AnnotationKind): Promise<number[]> =>
      await tx.annotations.touchedSince(scope, base, { kind, ids: idsOf(changes, kind) });
    const [tracks, groups] = [await touched("track"), await touched("group")];
    if (tracks.length + groups.length === 0) return;
    const before = new Set(await tx.annotations.existingAt(scope, base, { kind: "track", ids: tracks }));
    const created = tracks.filter((id) => !before.has(id));
    const nextTrackId = (await tx.annotations.largestId(scope, "track")) + 1;
    const what = [
      ...(tracks.length > 0 ? [`track ${listIds(tracks)}`] : []),
      ...(groups.length > 0 ? [`group ${listIds(groups)}`] : []),
    ];
    throw new ConflictError(
      `Someone else has changed ${what.join(" and ")} since revision ${base}; the dataset is at revision ${latest} now. Nothing was saved.`,
      { head: latest, tracks, groups, created, nextTrackId },
    );
  }

  /** Writes the log entry, unless nothing changed. */
  async #log(
    tx: Repositories,
    user: UserRecord,
    scope: AnnotationScope,
    done: SaveResult & {
      description: string;
      saveId: string | null;
      activeMs?: number;
    },
  ): Promise<SaveResult> {
    const { updated, deleted, revision, activeMs = 0 } = done;
    if (updated + deleted === 0) return { updated, deleted, revision: revision - 1 };
    await tx.annotations.insertRevision({
      ...scope,
      revision,
      authorId: user.id,
      authorName: user.login,
      description: done.description,
      additions: updated,
      deletions: deleted,
      createdMs: this.#ports.clock.nowMs(),
      saveId: done.saveId,
      activeMs,
    });
    const { datasetId, setName } = scope;
    const data = { set: setName, revision, additions: updated, deletions: deleted, description: done.description };
    await recordEvent(tx, this.#ports, { event: "annotations.saved", folder: datasetId, user, data });
    return { updated, deleted, revision };
  }
}

/** Sites that switch off the overview of tasks do not record it. */
async function workTimeOf(tx: Repositories, { activeMs }: CheckedSave): Promise<number> {
  return activeMs > 0 && (await isTaskOverviewOn(tx)) ? activeMs : 0;
}

function idsOf(changes: CheckedSave, kind: AnnotationKind): number[] {
  const ids = [...changes.upsert, ...changes.delete].filter((entry) => entry.kind === kind).map(({ id }) => id);
  return [...new Set(ids)];
}

function listIds(ids: readonly number[]): string {
  return ids.slice(0, 5).join(", ") + (ids.length > 5 ? ` and ${ids.length - 5} more` : "");
}
