/**
 * Changes that others have saved in the open dataset but this page does not show yet: merged when the user asks, or
 * automatically if they prefer.
 *
 * Merging means reading the newest state. First, unsaved changes are saved, track by track and group by group. Where
 * both have changed the same thing, the user decides; without a decision, everything stays unsaved.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { writingEffect } from "../../base/effect.ts";
import type { ApiClient } from "#schemas/client";
import type { Camera } from "../cameras/camera.ts";
import type { Saver } from "./saver.ts";
import type { Workspace } from "../workspace.ts";

export interface SavedElsewhere {
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
  readonly revision: number;
  readonly authorId: string;
  readonly authorName: string;
  /** How many tracks and groups were written, and how many were replaced or deleted. */
  readonly additions: number;
  readonly deletions: number;
  readonly description: string;
}

export interface RemoteSavesParts {
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly client: ApiClient;
  /** An edit is in progress, or another notice covers it: do not merge automatically. */
  readonly isHeld: ReadonlySignal<boolean>;
  /** Called after an automatic merge. */
  readonly onMerged: (merged: readonly SavedElsewhere[]) => void;
}

/** Maximum number of revisions searched after the connection was lost. */
const maxMissed = 50;

export class RemoteSaves {
  readonly #parts: RemoteSavesParts;
  readonly #received = signal<readonly SavedElsewhere[]>([]);
  /** The user has dismissed notices up to this revision. */
  readonly #dismissed = signal(0);
  readonly #stop: () => void;
  /** The newest revision for which an automatic merge was tried. */
  #tried = 0;
  /** The newest revision that was asked for; it may be of another set. */
  #caughtUp = 0;
  #isAsking = false;

  /** Saved by others, or in another window, but not shown yet; oldest first. */
  readonly pending: ReadonlySignal<readonly SavedElsewhere[]>;
  /** Others' saves that the user has not dismissed. */
  readonly visible: ReadonlySignal<readonly SavedElsewhere[]>;

  constructor(parts: RemoteSavesParts) {
    this.#parts = parts;
    const { workspace, saver, isHeld } = parts;
    let last: readonly SavedElsewhere[] = [];
    this.pending = computed(() => {
      const received = this.#received.value;
      // While this page saves or reads, it does not know yet which revisions are its own.
      const isMoving = saver.state.value.kind === "saving" || workspace.editRefusal.value === "loading";
      const cameras = workspace.cameras.map((camera) => [camera, camera.document.value] as const);
      if (!isMoving) last = received.filter((each) => cameras.some(([camera]) => isUnread(camera, each)));
      return last;
    });
    this.visible = computed(() => this.pending.value.filter(({ revision }) => revision > this.#dismissed.value));
    this.#stop = writingEffect(() => {
      const newest = this.pending.value.at(-1)?.revision ?? 0;
      const { mergeAtOnce, asYouGo } = workspace.settings.settings.value.savingSettings;
      if (!mergeAtOnce && !asYouGo) return;
      if (newest <= this.#tried || isHeld.value) return;
      const { kind } = saver.state.value;
      if (kind === "saving" || kind === "offline" || workspace.editRefusal.value === "loading") return;
      this.#tried = newest;
      void this.#mergeAutomatically();
    });
  }

  /** Called when another client has saved something. */
  receive(saved: SavedElsewhere): void {
    const isOpen = this.#parts.workspace.cameras.some((camera) => isUnread(camera, saved));
    const received = this.#received.peek();
    const isKnown = received.some(
      ({ datasetId, revision }) => datasetId === saved.datasetId && revision === saved.revision,
    );
    if (isOpen && !isKnown) this.#received.value = [...received, saved].toSorted((a, b) => a.revision - b.revision);
  }

  /**
   * Asks for revisions saved while there was no connection.
   * @param newest the newest revision of the dataset; no request is sent for cameras that show it
   */
  async catchUp(newest = Infinity): Promise<void> {
    if (this.#isAsking && newest < Infinity) return;
    this.#isAsking = true;
    await this.#askFor(newest).finally(() => {
      this.#isAsking = false;
    });
  }

  async #askFor(newest: number): Promise<void> {
    const { workspace, client } = this.#parts;
    for (const camera of workspace.cameras) {
      const { address, sync } = camera.document.peek();
      const { datasetId, setName } = address;
      // Of several cameras, each has its own revisions.
      if (workspace.cameras.length === 1 && newest <= Math.max(sync.knownRevision, this.#caughtUp)) continue;
      const query = {
        folderId: datasetId,
        limit: maxMissed,
        sortdir: -1,
        ...(setName !== undefined && { set: setName }),
      };
      const revisions = await client.call("annotation.revisions", query);
      if (newest < Infinity) this.#caughtUp = newest;
      for (const { set, author_id: authorId, author_name: authorName, ...rest } of revisions) {
        const { revision, additions, deletions, description } = rest;
        const saved = { datasetId, revision, additions, deletions, description, authorId, authorName };
        this.receive({ ...saved, setName: set ?? undefined });
      }
    }
  }

  /** Hides the notice; the next save merges it. */
  dismiss(): void {
    this.#dismissed.value = this.pending.peek().at(-1)?.revision ?? 0;
  }

  /** @param save saves unsaved changes, and asks about conflicts. Throws what `save` or reading throws */
  async merge(save: () => Promise<void>): Promise<void> {
    const { saver } = this.#parts;
    if (saver.dirtyCount.peek() > 0) await save();
    else await saver.reload();
  }

  dispose(): void {
    this.#stop();
  }

  async #mergeAutomatically(): Promise<void> {
    const merged = this.pending.peek();
    let isContested = false;
    const askAboutConflict = () => {
      isContested = true;
      return Promise.resolve("cancel" as const);
    };
    try {
      await this.merge(() => this.#parts.saver.save({ askAboutConflict }));
    } catch {
      // The notice of a failed merge stays: the user can ask for the merge, and then sees why it fails.
      return;
    }
    const left = new Set(this.pending.peek());
    const done = merged.filter((each) => !left.has(each));
    // Something was edited meanwhile: the merge is tried again after the next save.
    if (done.length < merged.length && !isContested) this.#tried = 0;
    // People who see every change as it is made need no notice of each.
    const { asYouGo } = this.#parts.workspace.settings.settings.peek().savingSettings;
    if (done.length > 0 && !asYouGo) this.#parts.onMerged(done);
  }
}

function isUnread(camera: Camera, { datasetId, setName, revision }: SavedElsewhere): boolean {
  const { address, sync } = camera.document.peek();
  if (address.datasetId !== datasetId || address.setName !== setName) return false;
  if (address.revision !== undefined || address.comparedSet !== undefined) return false;
  return revision > sync.knownRevision && !sync.hasSaved(revision);
}
