/**
 * What of one document the server has, and what is to be sent next. No network: the saver asks, sends and reports.
 *
 * Unsaved is what differs from the last acknowledged position of the op log, so edits made while a save is under way
 * stay unsaved. A save says which revision its edits were made on. While no other client saves, that is one number. If
 * another client has saved in between, what this page sent is at its own save's revision, and everything else still at
 * the one that was read: so the base is known for each track and group.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, ChangeSet, GroupId, TrackId } from "#core/types";
import type { SaveConflict } from "#schemas/wire";
import type { UnreadSave } from "../saving/journal-database.ts";
import { countChanges } from "./save-body.ts";

/** What one request sends: everything unsaved that was made on the same revision. */
export interface SavePart {
  readonly changes: ChangeSet;
  readonly baseRevision: number;
  /** Position in the op log that it was made at. */
  readonly seq: number;
  /** Nothing else was unsaved at that position. */
  readonly isWhole: boolean;
  /** Up to which position the server has them, where it is at the base revision what this page had then. */
  readonly sentUpTo: ReadonlyMap<TrackId, number>;
}

/** A request that is on its way, or was and got no answer. */
export interface Sending {
  readonly saveId: string;
  readonly part: SavePart;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Both sides changed these. Ids of this page. */
export interface Contested {
  readonly trackIds: readonly TrackId[];
  readonly groupIds: readonly GroupId[];
}

type Key = `${"track" | "group"} ${number}`;

export class DocumentSync {
  readonly #core: AnnotationCore;
  readonly #acknowledgedSeq = signal(0);
  /** Single tracks and groups that are acknowledged, or given up, up to a later position. */
  readonly #settled = signal<ReadonlyMap<Key, number>>(new Map());
  /** Everything up to this revision is in the page: it was read, or the page made it. */
  #knownRevision: number;
  /** Tracks and groups that are at a later revision than the rest: this page has saved them. */
  readonly #bases = new Map<Key, number>();
  /** Ids under which tracks drawn here are saved, because another client has taken theirs. */
  readonly #savedIds = new Map<number, number>();
  /** Tracks that differ from what the server has by more than the op log says: they are sent whole. */
  readonly #unlike = new Set<Key>();
  /** Revisions that this page has made. */
  readonly #own = new Set<number>();
  readonly #isStale = signal(false);

  /** Tracks and groups that differ from what the server has acknowledged. */
  readonly dirtyCount: ReadonlySignal<number>;
  /** The server has changes from another client that this page has not read. */
  readonly isStale: ReadonlySignal<boolean> = this.#isStale;

  /** @param version changes with every step in the core's op log */
  constructor(core: AnnotationCore, revision: number, version: ReadonlySignal<number>) {
    this.#core = core;
    this.#knownRevision = revision;
    this.dirtyCount = computed(() => {
      void version.value;
      return countChanges(this.#unsettled());
    });
  }

  /** Everything up to this revision is in the page. */
  get knownRevision(): number {
    return this.#knownRevision;
  }

  /** This page has made that revision. */
  hasSaved(revision: number): boolean {
    return this.#own.has(revision);
  }

  /** Something of this track is not acknowledged. */
  isUnsaved(id: TrackId): boolean {
    void this.dirtyCount.value;
    const { tracks } = this.#unsettled();
    return tracks.upsert.includes(id) || tracks.delete.includes(id);
  }

  get savedIds(): ReadonlyMap<number, number> {
    return this.#savedIds;
  }

  /** The next request; the one with the oldest base first. `undefined`: nothing is unsaved. */
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

  /** What a save had that was sent at this position of the op log: what `only` names, or everything unsaved. */
  sentPart(only: ChangeSet | undefined): SavePart {
    const changes = only ?? this.#unsettled();
    const bases = keysOf(changes).map((key) => this.#baseOf(key));
    const baseRevision = bases.length === 0 ? this.#knownRevision : Math.min(...new Set(bases));
    return { changes, baseRevision, seq: this.#core.seq, isWhole: only === undefined, sentUpTo: new Map() };
  }

  /** The server would not apply changes to what it has of these tracks. */
  sendWhole({ sentUpTo }: SavePart): void {
    for (const id of sentUpTo.keys()) this.#unlike.add(`track ${id}`);
  }

  #sentUpTo(ids: readonly TrackId[]): Map<TrackId, number> {
    const known = ids.filter((id) => !this.#unlike.has(`track ${id}`));
    const settled = this.#settled.peek();
    const acknowledged = this.#acknowledgedSeq.peek();
    return new Map(known.map((id) => [id, Math.max(acknowledged, settled.get(`track ${id}`) ?? 0)]));
  }

  acknowledge({ changes, seq, isWhole }: SavePart, { revision, updated, deleted }: UnreadSave["reply"]): void {
    // A save that changed nothing makes no revision: the one it names belongs to another client, or is known.
    const isOwn = updated + deleted > 0;
    if (isOwn) this.#own.add(revision);
    if (isOwn && revision === this.#knownRevision + 1) this.#knownRevision = revision;
    else if (revision > this.#knownRevision) this.#isStale.value = true;
    for (const key of isOwn ? keysOf(changes) : []) {
      this.#bases.set(key, revision);
      this.#unlike.delete(key);
    }
    for (const [key, base] of this.#bases) if (base <= this.#knownRevision) this.#bases.delete(key);
    this.#settle(keysOf(changes), seq);
    if (isWhole) this.#acknowledgeAll(seq);
  }

  /**
   * Others have changed some of the same. Different tracks that both have drawn under one id are no conflict: ours are saved
   * under free ids. Answers what is left.
   */
  readConflict({ changes }: SavePart, { tracks, groups, created, nextTrackId }: SaveConflict["extra"]): Contested {
    this.#isStale.value = true;
    const ownIds = new Map([...this.#savedIds].map(([own, saved]) => [saved, own]));
    const upserts = new Set<number>(changes.tracks.upsert);
    const trackIds: TrackId[] = [];
    const taken = [...upserts, ...this.#savedIds.values()];
    let free = taken.reduce((next, id) => Math.max(next, id + 1), nextTrackId);
    for (const id of tracks) {
      const own = ownIds.get(id) ?? id;
      if (created.includes(id) && upserts.has(own)) this.#savedIds.set(own, free++);
      else trackIds.push(own as TrackId);
    }
    return { trackIds, groupIds: groups as GroupId[] };
  }

  /** What is drawn after a track was given a free id may get that very id in this page: it is saved under another one. */
  #avoidTakenIds(ids: readonly TrackId[]): void {
    if (this.#savedIds.size === 0) return;
    const taken = new Set(this.#savedIds.values());
    const largest = [...ids, ...taken].reduce((most, id) => Math.max(most, id), 0);
    let free = largest + 1;
    for (const id of ids) if (taken.has(id) && !this.#savedIds.has(id)) this.#savedIds.set(id, free++);
  }

  /** A track of the server that is here under another id. */
  nameTrack(own: TrackId, saved: number): void {
    this.#savedIds.set(own, saved);
  }

  /** These are sent as they are here, over what the others have made of them up to `head`. */
  keepMine(contested: Contested, head: number): void {
    for (const key of contestedKeys(contested)) {
      this.#bases.set(key, head);
      this.#unlike.add(key);
    }
  }

  /** These are here as the others have made them: they are not sent, and the page reads them. */
  takeTheirs(contested: Contested): void {
    for (const key of contestedKeys(contested)) this.#unlike.add(key);
    this.#settle(contestedKeys(contested), this.#core.seq);
  }

  #baseOf(key: Key): number {
    return this.#bases.get(key) ?? this.#knownRevision;
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
    const laterBySeq = new Map([...new Set(settled.values())].map((seq) => [seq, this.#keysSince(seq)]));
    return keepOnly(changes, (key) => {
      const seq = settled.get(key);
      return seq === undefined || laterBySeq.get(seq)?.has(key) === true;
    });
  }

  #keysSince(seq: number): ReadonlySet<Key> {
    return new Set(keysOf(this.#core.changesSince(seq)));
  }
}

function keysOf({ tracks, groups }: ChangeSet): Key[] {
  return [
    ...[...tracks.upsert, ...tracks.delete].map((id): Key => `track ${id}`),
    ...[...groups.upsert, ...groups.delete].map((id): Key => `group ${id}`),
  ];
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
