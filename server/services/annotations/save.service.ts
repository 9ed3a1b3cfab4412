/** Saves of people: the changes of a page or a client, as one revision. */
import { AccessLevel } from "../../base/access-level.ts";
import { ConflictError, RequestError } from "../../base/errors.ts";
import type { AnnotationKind } from "../../domain/annotation-save.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { isTaskOverviewOn } from "../access/task-overview-setting.ts";
import type { AnnotationWork, CheckedSave } from "./annotation-work/annotation-work.ts";
import { resultOf, type RevisionWriter, type SaveResult } from "./revision-writer.ts";
import { applyChanges } from "./stored-changes.ts";

interface SaveDeps {
  readonly access: AccessService;
  readonly work: AnnotationWork;
  readonly writer: RevisionWriter;
}

interface Saved {
  readonly done: SaveResult;
  /** Stored by an earlier request with the same id. */
  readonly isRepeat: boolean;
}

const kinds: readonly AnnotationKind[] = ["track", "group"];
/** Of saves without an answer; more are forgotten, oldest first. */
const maxUnanswered = 1000;

export class SaveService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #work: AnnotationWork;
  readonly #writer: RevisionWriter;
  /** Saves whose commit got no answer: they may be stored, and no reader has been notified. */
  readonly #unanswered = new Set<string>();

  constructor(ports: Ports, { access, work, writer }: SaveDeps) {
    this.#ports = ports;
    this.#access = access;
    this.#work = work;
    this.#writer = writer;
  }

  /**
   * @param readBody returns JSON, unchecked: see `domain/annotation-save.ts`. Not called if the caller may not save
   */
  async save(actor: Actor, datasetId: string, readBody: () => Promise<Uint8Array>): Promise<SaveResult> {
    const user = requireUser(actor);
    const { record: folder } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    const changes = await this.#work.parseSave(await readBody());
    const scope = { datasetId: folder.id, setName: changes.setName };
    const { done, isRepeat } = await this.#store(actor, user, scope, changes);
    const wasUnanswered = this.#unanswered.delete(keyOf(scope, changes));
    if (!isRepeat || wasUnanswered) await this.#writer.announce(user, scope, done, "save");
    return done;
  }

  async #store(actor: Actor, user: UserRecord, scope: AnnotationScope, changes: CheckedSave): Promise<Saved> {
    const { datasetId } = scope;
    let isWritten = false;
    try {
      return await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
        // At once: PostgreSQL answers all three in one round trip.
        const [, before, latest] = await Promise.all([
          this.#access.requireFolder(actor, datasetId, AccessLevel.write, tx),
          this.#findRepeat(tx, scope, changes),
          tx.annotations.head(datasetId),
        ]);
        if (before !== undefined) return { done: before, isRepeat: true };
        await this.#refuseConflicts(tx, scope, changes, latest);
        const written = await this.#write(tx, scope, changes, latest + 1);
        const activeMs = await workTimeOf(tx, changes);
        const entry = { ...written, description: "save", saveId: changes.saveId ?? null, activeMs };
        const done = await this.#writer.log(tx, user, scope, entry);
        isWritten = true;
        return { done, isRepeat: false };
      });
    } catch (error) {
      if (isWritten && changes.saveId !== undefined) this.#rememberUnanswered(keyOf(scope, changes));
      throw error;
    }
  }

  #rememberUnanswered(key: string): void {
    const [oldest] = this.#unanswered;
    if (oldest !== undefined && this.#unanswered.size >= maxUnanswered) this.#unanswered.delete(oldest);
    this.#unanswered.add(key);
  }

  async #findRepeat(
    tx: Repositories,
    { datasetId }: AnnotationScope,
    { saveId }: CheckedSave,
  ): Promise<SaveResult | undefined> {
    const before = saveId === undefined ? undefined : await tx.annotations.findSave(datasetId, saveId);
    return before && resultOf(before);
  }

  async #write(tx: Repositories, scope: AnnotationScope, changes: CheckedSave, revision: number): Promise<SaveResult> {
    // Build other records while the previous rows are being ended.
    const { whole, cut } = await applyChanges(tx, scope, changes.hasChanges ? await changes.records : []);
    let deleted = cut.length;
    for (const kind of kinds) {
      const changed = new Set(cut.filter(({ record }) => record.kind === kind).map(({ record }) => record.id));
      const ids = idsOf(changes, kind).filter((id) => !changed.has(id));
      if (ids.length > 0) deleted += await tx.annotations.tombstone(scope, revision, { kind, ids });
    }
    await tx.annotations.insert(scope, revision, changes.hasChanges ? whole : await changes.records);
    for (const { record, chunks } of cut) await tx.annotations.changeTrack(scope, revision, record, chunks);
    return { revision, updated: changes.upsert.length, deleted };
  }

  /**
   * Refuses if another user changed the same records since the caller read them, or if the server was restored from a
   * backup made before that, so that the changes since then are unknown.
   */
  async #refuseConflicts(
    tx: Repositories,
    scope: AnnotationScope,
    changes: CheckedSave,
    latest: number,
  ): Promise<void> {
    const { baseRevision: base } = changes;
    if (base === undefined || base === latest) return;
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
}

const keyOf = ({ datasetId }: AnnotationScope, { saveId }: CheckedSave): string => `${datasetId} ${saveId ?? ""}`;

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
