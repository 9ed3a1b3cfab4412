/**
 * Builds the document of an address in its own core, including unsaved changes of an earlier page. The shown document
 * is not touched; the caller replaces it.
 */

import { signal as createSignal } from "@preact/signals-core";
import type { AnnotationCore, TrackId } from "#core/types";
import { ApiError, type ApiClient } from "#schemas/client";
import { defaultSetName } from "../../base/annotation-set.ts";
import { AnnotationDocument, warnOfJournal, type DocumentAddress, type Recovery } from "./annotation-document.ts";
import { DocumentSync, type SavePart, type Sending } from "./document-sync.ts";
import type { OrphanedJournal, OpenJournal } from "../saving/journal.ts";
import type { UnacknowledgedSave } from "../saving/journal-database.ts";
import { askForImage, takeImage } from "./load-image.ts";
import { findFreeId, loadAnnotations, loadHeadRevision, type ComparedTracks } from "./load-annotations.ts";
import { buildSaveBody } from "#core/edits/save-body";

export interface BuildMeans {
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
  /** Loaded share, 0..1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface BuiltDocument {
  readonly document: AnnotationDocument;
  /** Unsaved changes of an earlier page that were restored. */
  readonly recovered: { readonly count: number; readonly touched: Date } | undefined;
}

/** @param opened the journal of this address; `undefined` if nothing can be edited or stored */
export async function buildDocument(
  address: DocumentAddress,
  opened: OpenJournal | undefined,
  means: BuildMeans,
): Promise<BuiltDocument> {
  const { client, signal } = means;
  const journal = opened?.journal;
  const left = opened?.left;
  // Comparing, or restoring changes, needs a particular revision and its tracks one by one.
  if (left === undefined && address.comparedSet === undefined) {
    const { core, revision } = await loadNewest(address, means);
    const document = new AnnotationDocument({ core, address, revision, journal });
    return { document, recovered: undefined };
  }
  const head = address.revision ?? (await loadHeadRevision(client, address, signal));
  if (left !== undefined) {
    // Unsaved changes apply to the revision they were made on; saving tells whether that still works. A server restored
    // from a backup may not have reached that revision.
    const revision = Math.min(left.baseRevision, head);
    const core = await load(revision, address, means);
    const recovery = replay(core, left, { revision, head, setName: address.setName });
    // Keep the changes: the server's state may be wrong rather than the changes.
    if (recovery === undefined) await journal?.setAside("differs").catch(warnOfJournal);
    else {
      const document = new AnnotationDocument({ core, address, revision, journal, recovery });
      const recovered = { count: document.sync.dirtyCount.peek(), touched: left.touched };
      // If everything was undone, nothing is unsaved: use the newest state instead of the one the changes were made on.
      if (!document.isClean || revision === head) return { document, recovered };
    }
  }
  const compared = await comparedTracks(address, head, means);
  const core = await load(head, address, means, compared);
  const document = new AnnotationDocument({
    core,
    address,
    revision: head,
    journal,
    firstComparedId: compared?.firstId,
  });
  return { document, recovered: undefined };
}

/** The current state of the address: from the server's image if there is one, else page by page. */
async function loadNewest(
  address: DocumentAddress,
  means: BuildMeans,
): Promise<{ readonly core: AnnotationCore; readonly revision: number }> {
  const { client, createCore, onProgress = () => undefined, signal } = means;
  const [answer, core] = await Promise.all([
    askForImage(client, address, address.revision, signal).catch((error: unknown) => {
      // If only images fail, for example because of a disk, the annotations can still be shown.
      if (!(error instanceof ApiError && error.status >= 500)) throw error;
      return undefined;
    }),
    createCore(),
  ]);
  const { image } = answer ?? {};
  const revision = answer?.revision ?? address.revision ?? (await loadHeadRevision(client, address, signal));
  if (image === undefined) {
    await loadAnnotations(client, core, address, revision, onProgress, signal);
    return { core, revision };
  }
  if (await takeImage(core, image, address, onProgress, signal)) return { core, revision };
  return { core: await load(revision, address, means), revision };
}

async function load(
  revision: number,
  address: DocumentAddress,
  { client, createCore, onProgress = () => undefined, signal }: BuildMeans,
  compared?: ComparedTracks,
): Promise<AnnotationCore> {
  const core = await createCore();
  await loadAnnotations(client, core, address, revision, onProgress, signal, compared);
  return core;
}

/** Compared tracks get ids above those of the shown set. */
async function comparedTracks(
  address: DocumentAddress,
  revision: number,
  { client, signal }: BuildMeans,
): Promise<ComparedTracks | undefined> {
  const { comparedSet } = address;
  if (comparedSet === undefined) return undefined;
  const firstId = await findFreeId(client, address, revision, signal);
  return { setName: comparedSet === defaultSetName ? undefined : comparedSet, firstId };
}

/** The revision that a core was loaded with, and the newest revision of the server. */
interface LoadedState {
  readonly revision: number;
  readonly head: number;
  readonly setName: string | undefined;
}

/** Applies the restored steps to the loaded core. `undefined`: they do not fit. */
function replay(core: AnnotationCore, left: OrphanedJournal, on: LoadedState): Recovery | undefined {
  const { inFlight, savedIds } = left;
  const { revision, head, setName } = on;
  // The earlier page's knowledge of its saves, step by step.
  const sync = new DocumentSync(core, revision, createSignal(0));
  for (const [own, saved] of savedIds) sync.nameTrack(own as TrackId, saved);
  const entries: { seq: number; ops: Uint8Array<ArrayBuffer> }[] = [];
  const unread: { part: SavePart; reply: UnacknowledgedSave["reply"] }[] = [];
  let unanswered: Sending | undefined;
  for (const { seq, ops } of left.entries) {
    if (!core.replay(ops)) return undefined;
    entries.push({ seq: core.seq, ops });
    for (const { only, reply } of left.unread.filter((save) => save.seq === seq && save.reply.revision <= head)) {
      const part = sync.sentPart(only);
      sync.acknowledge(part, reply);
      unread.push({ part, reply });
    }
    if (inFlight?.seq === seq) {
      const { saveId } = inFlight;
      const part = sync.sentPart(inFlight.only);
      const body = buildSaveBody(core, part.changes, { saveId, baseRevision: part.baseRevision, setName, savedIds });
      unanswered = { saveId, part, body };
    }
  }
  return { entries, unread, unanswered, savedIds };
}
