/**
 * Saving: what is unsaved, sending it, and what becomes of it.
 *
 * Unsaved is everything that differs from the last acknowledged position of the op log, so edits made while a save is
 * under way stay unsaved. A save that got no answer is sent again as it was, with the same id, before anything newer:
 * the server recognises it when it had arrived after all.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { ChangeSet, TrackId } from "#core/types";
import { ApiError, type ApiClient } from "#schemas/client";
import type { SaveConflict } from "#schemas/wire";
import type { Journal } from "./journal.ts";
import { randomId } from "./random-id.ts";
import { buildSaveBody, countChanges } from "./save-body.ts";
import type { Workspace } from "./workspace.ts";

export type SaveState =
  /** `at`: when the last save of this page was acknowledged. */
  | { readonly kind: "saved"; readonly at: Date | undefined }
  | { readonly kind: "dirty"; readonly count: number }
  | { readonly kind: "saving"; readonly count: number }
  /** The server cannot be reached; everything is kept on this machine. */
  | { readonly kind: "offline"; readonly count: number };

/** Both sides changed these; somebody has to say whose stay. */
export interface Conflict {
  readonly trackIds: readonly TrackId[];
}

export type ConflictChoice = "mine" | "theirs" | "cancel";

export class SaveError extends Error {
  /** `permission`: HTTP 403. */
  readonly kind: "permission" | "readOnly" | "failed";
  constructor(kind: SaveError["kind"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SaveError";
    this.kind = kind;
  }
}

export interface SaverParts {
  readonly workspace: Workspace;
  readonly client: ApiClient;
  readonly journal: Journal | undefined;
  readonly setName: string | undefined;
  /** Revision the loaded annotations are. */
  readonly baseRevision: number;
  /** A save of an earlier page that was not answered: sent again first. Its steps are already in the core. */
  readonly unanswered?: { readonly saveId: string; readonly seq: number; readonly body: Uint8Array<ArrayBuffer> };
  /** Asked for true conflicts only. */
  readonly askAboutConflict: (conflict: Conflict) => Promise<ConflictChoice>;
  /** The server has changes that this page has not: the annotations have to be read again. */
  readonly reload: () => Promise<void>;
}

interface Sending {
  readonly saveId: string;
  /** Last step in the body. */
  readonly seq: number;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

export class Saver {
  readonly #parts: SaverParts;
  readonly #acknowledgedSeq;
  readonly #sending = signal<Sending | undefined>(undefined);
  readonly #isOffline = signal(false);
  readonly #savedAt = signal<Date | undefined>(undefined);
  #unanswered: Sending | undefined;
  #baseRevision: number;
  /** The server has changes of somebody else that this page has not read. */
  #isStale = false;
  /** Ids under which tracks drawn here are saved, because somebody else has taken theirs; until the page reads again. */
  readonly #savedIds = new Map<number, number>();
  #running: Promise<void> | undefined;

  /** Tracks and groups that differ from what the server has acknowledged. */
  readonly dirtyCount: ReadonlySignal<number>;
  readonly state: ReadonlySignal<SaveState>;

  constructor(parts: SaverParts) {
    this.#parts = parts;
    this.#baseRevision = parts.baseRevision;
    this.#acknowledgedSeq = signal(0);
    this.#unanswered = parts.unanswered === undefined ? undefined : { ...parts.unanswered, count: 0 };
    const { workspace } = parts;
    this.dirtyCount = computed(() => {
      void workspace.tracksVersion.value;
      return countChanges(workspace.core.changesSince(this.#acknowledgedSeq.value));
    });
    this.state = computed(() => {
      const count = this.dirtyCount.value;
      const sending = this.#sending.value;
      if (sending !== undefined) return { kind: "saving", count };
      if (count === 0) return { kind: "saved", at: this.#savedAt.value };
      return { kind: this.#isOffline.value ? "offline" : "dirty", count };
    });
  }

  get baseRevision(): number {
    return this.#baseRevision;
  }

  /** Saves everything unsaved. Throws `SaveError`; nothing is lost by it. A call during a save joins it. */
  save(): Promise<void> {
    if (this.#parts.workspace.readOnly.peek() !== undefined) {
      return Promise.reject(new SaveError("readOnly", "attempted to save in read only mode"));
    }
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** The server answers again: what is unsaved waits for a save, no longer for the network. */
  noteReachable(): void {
    this.#isOffline.value = false;
  }

  /** The annotations were read again: there is nothing unsaved, and this is the revision they are. */
  noteReloaded(revision: number): void {
    this.#baseRevision = revision;
    this.#isStale = false;
    this.#savedIds.clear();
    this.#unanswered = undefined;
    this.#acknowledgedSeq.value = this.#parts.workspace.core.seq;
  }

  async #saveAll(): Promise<void> {
    if (this.#unanswered !== undefined) await this.#send(this.#unanswered);
    await this.#sendChanges();
    if (!this.#isStale) return;
    // Edits made meanwhile are sent before the page takes the others' changes over.
    await this.#sendChanges();
    if (this.dirtyCount.peek() === 0) await this.#parts.reload();
  }

  async #sendChanges(): Promise<void> {
    const { core } = this.#parts.workspace;
    const changes = core.changesSince(this.#acknowledgedSeq.peek());
    if (countChanges(changes) > 0) await this.#send(this.#build(changes));
  }

  #build(changes: ChangeSet): Sending {
    const saveId = randomId();
    const { workspace, setName } = this.#parts;
    const parts = { saveId, baseRevision: this.#baseRevision, setName, savedIds: this.#savedIds };
    const body = buildSaveBody(workspace.core, changes, parts);
    return { saveId, seq: workspace.core.seq, body, count: countChanges(changes) };
  }

  async #send(sending: Sending): Promise<void> {
    const { client, journal, workspace } = this.#parts;
    this.#sending.value = sending;
    try {
      await journal?.noteSending(sending.saveId, sending.seq);
      const { revision } = await client.call("annotation.save", {
        folderId: workspace.dataset.id,
        body: sending.body,
      });
      await this.#acknowledge(sending.seq, revision);
    } catch (error) {
      await this.#handleFailure(sending, error);
    } finally {
      this.#sending.value = undefined;
    }
  }

  async #acknowledge(seq: number, revision: number): Promise<void> {
    this.#unanswered = undefined;
    this.#isOffline.value = false;
    // A gap: somebody else has saved other tracks in between. They are on the server beside ours, but not in this page,
    // whose edits are therefore still edits of the older revision.
    if (revision > this.#baseRevision + 1) this.#isStale = true;
    if (!this.#isStale) this.#baseRevision = revision;
    this.#savedAt.value = new Date();
    this.#acknowledgedSeq.value = seq;
    await this.#parts.journal?.acknowledge(seq, revision);
  }

  async #handleFailure(sending: Sending, error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw new SaveError("failed", messageOf(error), error);
    if (error.status === 0) {
      this.#unanswered = sending;
      this.#isOffline.value = true;
      throw new SaveError("failed", error.message, error);
    }
    this.#unanswered = undefined;
    if (error.status === 409 && error.reply?.type === "conflict") {
      return this.#resolve(error.reply as SaveConflict);
    }
    throw new SaveError(error.status === 403 ? "permission" : "failed", error.message, error);
  }

  /**
   * Somebody else has changed some of the same tracks or groups since the revision these edits were made on. Different
   * tracks that both have drawn under one id are no conflict: ours are saved under free ids. For the rest somebody has to
   * decide.
   */
  async #resolve({ extra }: SaveConflict): Promise<void> {
    const { core } = this.#parts.workspace;
    const all = core.changesSince(this.#acknowledgedSeq.peek());
    const contested = this.#renumberDrawnTracks(all, extra);
    if (contested.length + extra.groups.length > 0) {
      const choice = await this.#parts.askAboutConflict({ trackIds: contested });
      if (choice === "cancel") return;
      if (choice === "theirs")
        return this.#sendAgain(without(all, new Set(contested), new Set(extra.groups)), extra.head);
    }
    return this.#sendAgain(all, extra.head);
  }

  /** @returns the tracks, by their ids in this page, that both sides have really changed */
  #renumberDrawnTracks(changes: ChangeSet, { tracks, created, nextTrackId }: SaveConflict["extra"]): TrackId[] {
    const ownIds = new Map([...this.#savedIds].map(([own, saved]) => [saved, own]));
    const upserts = new Set<number>(changes.tracks.upsert);
    const contested: TrackId[] = [];
    let free = changes.tracks.upsert.reduce((next, id) => Math.max(next, id + 1), nextTrackId);
    for (const id of tracks) {
      const own = ownIds.get(id) ?? id;
      if (created.includes(id) && upserts.has(own)) this.#savedIds.set(own, free++);
      else contested.push(own as TrackId);
    }
    return contested;
  }

  async #sendAgain(changes: ChangeSet, head: number): Promise<void> {
    this.#baseRevision = head;
    if (countChanges(changes) > 0) await this.#send(this.#build(changes));
    else await this.#acknowledge(this.#parts.workspace.core.seq, head);
    // This page still shows the own version of what the others have changed.
    this.#isStale = true;
  }
}

function without(changes: ChangeSet, tracks: ReadonlySet<number>, groups: ReadonlySet<number>): ChangeSet {
  return {
    tracks: {
      upsert: changes.tracks.upsert.filter((id) => !tracks.has(id)),
      delete: changes.tracks.delete.filter((id) => !tracks.has(id)),
    },
    groups: {
      upsert: changes.groups.upsert.filter((id) => !groups.has(id)),
      delete: changes.groups.delete.filter((id) => !groups.has(id)),
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
