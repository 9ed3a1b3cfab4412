/**
 * The server's state of one document, and the changes to send next. No network here: the saver asks, sends and reports.
 *
 * Unsaved means different from the last acknowledged position of the op log, so edits made during a save stay unsaved.
 * A save names the revision its edits were made on. While no other client saves, that is one number. If another client
 * has saved in between, the tracks and groups that this page sent have the revision of its own save, and all others
 * still the one they were read at: so the base is known for each track and group.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, ChangeSet, GroupId, TrackId } from "#core/types";
import type { SaveConflict } from "#schemas/wire";
import type { UnacknowledgedSave } from "../saving/journal-database.ts";
import { countChanges } from "#core/edits/save-body";

/** The content of one request: everything unsaved that was made on the same revision. */
export interface SavePart {
  readonly changes: ChangeSet;
  readonly baseRevision: number;
  /** Its position in the op log. */
  readonly seq: number;
  /** Nothing else was unsaved at that position. */
  readonly isWhole: boolean;
  /** The position up to which the server has each track as this page had it at the base revision. */
  readonly sentUpTo: ReadonlyMap<TrackId, number>;
}

/** A request on its way, or one that got no answer. */
export interface Sending {
  readonly saveId: string;
  readonly part: SavePart;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Work time that the body reports. */
  readonly workMs?: number;
}

/** Both sides changed these. The ids are those of this page. */
export interface Contested {
  readonly trackIds: readonly TrackId[];
  readonly groupIds: readonly GroupId[];
}

type Key = `${"track" | "group"} ${number}`;

export class DocumentSync {
  readonly #core: AnnotationCore;
  readonly #acknowledgedSeq = signal(0);
  /** Single tracks and groups that were acknowledged, or given up, up to a later position. */
  readonly #settled = signal<ReadonlyMap<Key, number>>(new Map());
  /** The page contains everything up to this revision: it read it or made it. */
  readonly #knownRevision = signal(0);
  /** Tracks and groups at a later revision than the rest, because this page saved them. */
  readonly #bases = new Map<Key, number>();
  /** Ids under which tracks drawn here are saved, because another client has taken theirs. */
  readonly #savedIds = new Map<number, number>();
  /** Tracks that differ from the server's by more than the op log records: they are sent whole. */
  readonly #unlike = new Set<Key>();
  /** Revisions made by this page. */
  readonly #own = new Set<number>();
  readonly #isStale = signal(false);

  /** Tracks and groups that differ from the state that the server has acknowledged. */
  readonly dirtyCount: ReadonlySignal<number>;
  /** The server has changes by another client that this page has not read. */
  readonly isStale: ReadonlySignal<boolean> = this.#isStale;

  /** @param version changes with every step in the core's op log */
  constructor(core: AnnotationCore, revision: number, version: ReadonlySignal<number>) {
    this.#core = core;
    this.#knownRevision.value = revision;
    this.dirtyCount = computed(() => {
      void version.value;
      return countChanges(this.#unsettled());
    });
  }

  /** The page contains everything up to this revision. */
  get knownRevision(): number {
    return this.#knownRevision.value;
  }

  /** Whether this page made that revision. */
  hasSaved(revision: number): boolean {
    return this.#own.has(revision);
  }

  /** Whether part of this track is not acknowledged. */
  isUnsaved(id: TrackId): boolean {
    void this.dirtyCount.value;
    const { tracks } = this.#unsettled();
    return tracks.upsert.includes(id) || tracks.delete.includes(id);
  }

  get savedIds(): ReadonlyMap<number, number> {
    return this.#savedIds;
  }

  /** The next request, oldest base first. `undefined`: nothing is unsaved. */
  next(): SavePart | undefined {
    const unsettled = this.#unsettled();
    const bases = keysOf(unsettled).map((key) => this.#baseOf(key));
    if (bases.length === 0) return undefined;
    const baseRevision = Math.min(...new Set(bases));
    const changes = keepOnly(unsettled, (key) => this.#baseOf(key) === baseRevision);
    this.#avoidTakenIds(changes.tracks.upsert);
    const isWhole = countChanges(changes) === bases.length;
    return { changes, baseRevision, seq: this.#core.seq, isWhole, sentUpTo: this.#sentUpTo(changes.tracks.upsert) };
  }

  /** The content of a save at this position of the op log: the tracks that `only` names, or everything unsaved. */
  sentPart(only: ChangeSet | undefined): SavePart {
    const changes = only ?? this.#unsettled();
    const bases = keysOf(changes).map((key) => this.#baseOf(key));
    const baseRevision = bases.length === 0 ? this.#knownRevision.peek() : Math.min(...new Set(bases));
    return { changes, baseRevision, seq: this.#core.seq, isWhole: only === undefined, sentUpTo: new Map() };
  }

  /** Called when the server refused to apply changes to its version of these tracks. */
  sendWhole({ sentUpTo }: SavePart): void {
    for (const id of sentUpTo.keys()) this.#unlike.add(`track ${id}`);
  }

  #sentUpTo(ids: readonly TrackId[]): Map<TrackId, number> {
    const known = ids.filter((id) => !this.#unlike.has(`track ${id}`));
    const settled = this.#settled.peek();
    const acknowledged = this.#acknowledgedSeq.peek();
    return new Map(known.map((id) => [id, Math.max(acknowledged, settled.get(`track ${id}`) ?? 0)]));
  }

  acknowledge({ changes, seq, isWhole }: SavePart, { revision, updated, deleted }: UnacknowledgedSave["reply"]): void {
    // A save that changed nothing makes no revision: the one it returns belongs to another client, or is known.
    const isOwn = updated + deleted > 0;
    if (isOwn) this.#own.add(revision);
    const known = this.#knownRevision.peek();
    if (isOwn && revision === known + 1) this.#knownRevision.value = revision;
    else if (revision > known) this.#isStale.value = true;
    for (const key of isOwn ? keysOf(changes) : []) {
      this.#bases.set(key, revision);
      this.#unlike.delete(key);
    }
    for (const [key, base] of this.#bases) if (base <= this.#knownRevision.peek()) this.#bases.delete(key);
    this.#settle(keysOf(changes), seq);
    if (isWhole) this.#acknowledgeAll(seq);
  }

  /**
   * Others have changed some of the same tracks. If both drew different tracks under one id, that is not a conflict:
   * ours are saved under free ids. Returns the remaining conflicts.
   */
  readConflict({ changes }: SavePart, { tracks, groups, created, nextTrackId }: SaveConflict["extra"]): Contested {
    this.#isStale.value = true;
    const ownIds = new Map([...this.#savedIds].map(([own, saved]) => [saved, own]));
    const upserts = new Set<number>(changes.tracks.upsert);
    const trackIds: TrackId[] = [];
    const taken = [...upserts, ...this.#savedIds.values()];
    let free = taken.reduce((next, id) => Math.max(next, id + 1), nextTrackId);
    for (const id of tracks) {
      const storedId = ownIds.get(id) ?? id;
      if (created.includes(id) && upserts.has(storedId)) this.#savedIds.set(storedId, free++);
      else trackIds.push(storedId as TrackId);
    }
    return { trackIds, groupIds: groups as GroupId[] };
  }

  /** A track drawn later may get the very id that was assigned as a free one; then it is saved under yet another. */
  #avoidTakenIds(ids: readonly TrackId[]): void {
    if (this.#savedIds.size === 0) return;
    const taken = new Set(this.#savedIds.values());
    const largest = [...ids, ...taken].reduce((max, id) => Math.max(max, id), 0);
    let free = largest + 1;
    for (const id of ids) if (taken.has(id) && !this.#savedIds.has(id)) this.#savedIds.set(id, free++);
  }

  /** Maps a track of the server to the different id it has here. */
  nameTrack(own: TrackId, saved: number): void {
    this.#savedIds.set(own, saved);
  }

  /** The page equals this revision of the server: it has taken over everything up to it, and nothing is unsaved. */
  adopt(revision: number): void {
    this.#acknowledgeAll(this.#core.seq);
    this.#settled.value = new Map();
    this.#bases.clear();
    this.#savedIds.clear();
    this.#unlike.clear();
    this.#knownRevision.value = Math.max(revision, this.#knownRevision.peek());
    this.#isStale.value = false;
  }

  /** Send these as they are here, replacing the changes of others up to `head`. */
  keepMine(contested: Contested, head: number): void {
    for (const key of contestedKeys(contested)) {
      this.#bases.set(key, head);
      this.#unlike.add(key);
    }
  }

  /** Use these as others have made them up to `head`: they are not sent, and the page reads them. */
  acceptTheirs(contested: Contested, head: number): void {
    for (const key of contestedKeys(contested)) {
      this.#bases.set(key, head);
      this.#unlike.add(key);
    }
    this.#settle(contestedKeys(contested), this.#core.seq);
  }

  #baseOf(key: Key): number {
    return this.#bases.get(key) ?? this.#knownRevision.peek();
  }

  #settle(keys: readonly Key[], seq: number): void {
    const settled = new Map(this.#settled.peek());
    for (const key of keys) settled.set(key, seq);
    this.#settled.value = settled;
  }

  #acknowledgeAll(seq: number): void {
    if (seq > this.#acknowledgedSeq.peek()) this.#acknowledgedSeq.value = seq;
    this.#settled.value = new Map([...this.#settled.peek()].filter(([, settledSeq]) => settledSeq > seq));
  }

  #unsettled(): ChangeSet {
    const changes = this.#core.changesSince(this.#acknowledgedSeq.value);
    const settled = this.#settled.value;
    if (settled.size === 0) return changes;
    // A settled track that was undone since equals what it was at the acknowledged position, but not the server's.
    const later = [...new Set(settled.values())].map((seq) =>
      keepOnly(this.#core.changesSince(seq), (key) => settled.get(key) === seq),
    );
    return joined([keepOnly(changes, (key) => !settled.has(key)), ...later]);
  }
}

function keysOf({ tracks, groups }: ChangeSet): Key[] {
  return [
    ...[...tracks.upsert, ...tracks.delete].map((id): Key => `track ${id}`),
    ...[...groups.upsert, ...groups.delete].map((id): Key => `group ${id}`),
  ];
}

function joined(all: readonly ChangeSet[]): ChangeSet {
  return {
    tracks: { upsert: all.flatMap(({ tracks }) => tracks.upsert), delete: all.flatMap(({ tracks }) => tracks.delete) },
    groups: { upsert: all.flatMap(({ groups }) => groups.upsert), delete: all.flatMap(({ groups }) => groups.delete) },
  };
}

function contestedKeys({ trackIds, groupIds }: Contested): Key[] {
  return [...trackIds.map((id): Key => `track ${id}`), ...groupIds.map((id): Key => `group ${id}`)];
}

function keepOnly({ tracks, groups }: ChangeSet, isKept: (key: Key) => boolean): ChangeSet {
  const keptTrack = (id: TrackId): boolean => isKept(`track ${id}`);
  const keptGroup = (id: GroupId): boolean => isKept(`group ${id}`);
  return {
    tracks: { upsert: tracks.upsert.filter(keptTrack), delete: tracks.delete.filter(keptTrack) },
    groups: { upsert: groups.upsert.filter(keptGroup), delete: groups.delete.filter(keptGroup) },
  };
}
