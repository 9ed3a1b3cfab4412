/** Annotations of a dataset: reading revisions, the history, its sets, rolling back. */
import type { BlamedField, TrackVersion } from "#core/diff/blame";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import type { AnnotationKind } from "../../domain/annotation-save.ts";
import type { AnnotationScope, AnnotationSort, RevisionRecord } from "../../ports/annotation.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, Page, Paged } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { AnnotationOutlines } from "./annotation-outlines.ts";
import type { AnnotationWork } from "./annotation-work/annotation-work.ts";
import { noSuchSet, removedSetText, shownSets } from "./annotation-sets.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import type { RevisionWriter, SaveResult } from "./revision-writer.ts";
import type { StagedRevisions } from "./staged-revisions.ts";

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
const versionsPerQuery = 5;
const maxBlamedFrames = 16;

interface AnnotationDeps {
  readonly access: AccessService;
  readonly work: AnnotationWork;
  readonly writer: RevisionWriter;
  readonly staged: StagedRevisions;
}

export class AnnotationService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #work: AnnotationWork;
  readonly #writer: RevisionWriter;
  readonly #staged: StagedRevisions;
  readonly #outlines: AnnotationOutlines;

  constructor(ports: Ports, { access, work, writer, staged }: AnnotationDeps) {
    this.#ports = ports;
    this.#access = access;
    this.#work = work;
    this.#writer = writer;
    this.#staged = staged;
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
      const found = await annotations.versions({ ...query, revision: upTo }, versionsPerQuery);
      for (const { revision, payload } of found) {
        versions.push({ revision, json: payload });
        length += payload.length;
        upTo = revision - 1;
      }
      isComplete = found.length < versionsPerQuery;
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
    const result = await this.#staged.withStaged(scope, [], (staged) =>
      this.#ports.database.transaction({ dataset: folder.id }, async (tx) => {
        await this.#access.requireFolder(actor, datasetId, AccessLevel.write, tx);
        if (!(await shownSets(tx, folder.id)).includes(setName)) throw noSuchSet(folder.name, setName);
        return await this.#staged.replaceAll(tx, user, staged, removedSetText);
      }),
    );
    await this.#writer.announce(user, scope, result, removedSetText);
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
        done.push({ scope, result: await this.#writer.log(tx, user, scope, { ...result, description, saveId: null }) });
      }
    });
    for (const { scope, result } of done) await this.#writer.announce(user, scope, result, description);
  }
}
