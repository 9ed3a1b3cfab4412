/**
 * One set at one revision of one camera's dataset, with the edits since. It is loaded once, and its identity never
 * changes: another state of the server is another document that replaces it.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, EditSummary, EditTransaction, FrameNumber, TrackId } from "#core/types";
import { defaultSetName } from "../../base/annotation-set.ts";
import { DocumentSync, type SavePart, type Sending } from "./document-sync.ts";
import type { Journal, OrphanedJournal, SentSteps } from "../saving/journal.ts";
import type { UnacknowledgedSave } from "../saving/journal-database.ts";

export interface DocumentAddress {
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
  /** A past revision; `undefined`: the newest. */
  readonly revision: number | undefined;
  /** Another set whose tracks are loaded for comparison; makes the document read-only. */
  readonly comparedSet?: string | undefined;
}

export interface DocumentParts {
  /** Loaded. Its op log may already contain unsaved steps of an earlier page. */
  readonly core: AnnotationCore;
  readonly address: DocumentAddress;
  /** The revision the core was loaded at. */
  readonly revision: number;
  /** `undefined` if nothing can be edited or stored. */
  readonly journal: Journal | undefined;
  /** Unsaved changes left by an earlier page. */
  readonly recovery?: Recovery | undefined;
  /** Tracks from this id on belong to the compared set. */
  readonly firstComparedId?: number | undefined;
}

/** Steps of an earlier page, already applied to the core. */
export interface Recovery {
  /** By position in the op log. */
  readonly entries: OrphanedJournal["entries"];
  /** Its saves that reached the server, in revisions it had not read. */
  readonly unread: readonly { readonly part: SavePart; readonly reply: UnacknowledgedSave["reply"] }[];
  /** Its save without an answer. */
  readonly unanswered: Sending | undefined;
  readonly savedIds: ReadonlyMap<number, number>;
}

export class AnnotationDocument {
  readonly core: AnnotationCore;
  readonly address: DocumentAddress;
  /** The revision it was read at; saves since then are the page's own. */
  readonly revision: number;
  readonly journal: Journal | undefined;
  readonly sync: DocumentSync;
  /** How long the user worked on it since the last save. */
  unsavedWorkMs = 0;
  readonly #unanswered = signal<Sending | undefined>(undefined);
  readonly #version = signal(0);
  /** Incremented with each step in the op log. */
  readonly version: ReadonlySignal<number> = this.#version;
  readonly #recovery: Recovery | undefined;
  readonly #firstComparedId: number;
  #journaledSeq: number;

  constructor(parts: DocumentParts) {
    const { core, address, revision, journal, recovery } = parts;
    this.core = core;
    this.address = address;
    this.revision = revision;
    this.journal = journal;
    this.unanswered = recovery?.unanswered;
    this.sync = new DocumentSync(core, revision, this.#version);
    for (const [own, saved] of recovery?.savedIds ?? []) this.sync.nameTrack(own as TrackId, saved);
    for (const { part, reply } of recovery?.unread ?? []) this.sync.acknowledge(part, reply);
    this.#recovery = recovery;
    this.#firstComparedId = parts.firstComparedId ?? Number.POSITIVE_INFINITY;
    this.#journaledSeq = core.seq;
  }

  /** A save that got no answer: sent again before anything newer. */
  get unanswered(): Sending | undefined {
    return this.#unanswered.value;
  }
  set unanswered(sending: Sending | undefined) {
    this.#unanswered.value = sending;
  }

  /**
   * Tracks and groups that differ from the server's. A save without an answer counts, even if everything was undone
   * since.
   */
  get unsavedCount(): number {
    return Math.max(this.sync.dirtyCount.value, this.unanswered === undefined ? 0 : 1);
  }

  /** Name of the set a track belongs to. */
  setOf(id: TrackId): string {
    const { setName, comparedSet } = this.address;
    return (id >= this.#firstComparedId ? comparedSet : setName) ?? defaultSetName;
  }

  /** Called when a camera starts showing it: from now on it owns the journal. */
  start(): void {
    const { entries = [], unread = [], unanswered, savedIds = new Map<number, number>() } = this.#recovery ?? {};
    const sentOf = ({ seq, isWhole, changes }: SavePart) => ({ seq, only: isWhole ? undefined : changes });
    const sent: SentSteps = {
      inFlight: unanswered && { saveId: unanswered.saveId, ...sentOf(unanswered.part) },
      unread: unread.map(({ part, reply }) => ({ ...sentOf(part), reply })),
      savedIds,
    };
    this.journal?.reset(this.revision, entries, sent).catch(warnOfJournal);
  }

  /** As far as is known, the server has everything. */
  get isClean(): boolean {
    return this.unanswered === undefined && this.sync.dirtyCount.peek() === 0;
  }

  /** Breaking a rule throws `CoreError` and changes nothing. */
  transact(label: string, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary {
    return this.#note(this.core.transact(label, frame, edit));
  }

  /**
   * Takes over the changes that others have saved up to this revision: not a step of this page. Only when nothing is
   * unsaved.
   */
  adopt(revision: number, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary {
    const summary = this.core.transact("others", frame, edit);
    this.#journaledSeq = summary.seq;
    this.sync.adopt(revision);
    this.journal?.reset(revision).catch(warnOfJournal);
    this.#version.value += 1;
    return summary;
  }

  undo(): EditSummary | undefined {
    const summary = this.core.undo();
    return summary && this.#note(summary);
  }

  redo(): EditSummary | undefined {
    const summary = this.core.redo();
    return summary && this.#note(summary);
  }

  #note(summary: EditSummary): EditSummary {
    if (summary.seq !== this.#journaledSeq) {
      const ops = this.core.opsSince(this.#journaledSeq);
      this.#journaledSeq = summary.seq;
      this.journal?.append(summary.seq, ops).catch(warnOfJournal);
    }
    this.#version.value += 1;
    return summary;
  }
}

/** A full or forbidden disk costs crash recovery, not the work: it is in memory, and the save button counts it. */
export function warnOfJournal(error: unknown): void {
  console.warn("Unsaved changes could not be kept on this machine:", error);
}
