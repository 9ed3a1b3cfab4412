/**
 * Builds the document of an address in a core of its own, with what an earlier page had left unsaved of it. Nothing of the
 * shown document is touched; who asked puts the new one in its place.
 */

import { signal as createSignal } from "@preact/signals-core";
import type { AnnotationCore, TrackId } from "#core/types";
import { ApiError, type ApiClient } from "#schemas/client";
import { defaultSetName } from "../../base/annotation-set.ts";
import { AnnotationDocument, warnOfJournal, type DocumentAddress, type Recovery } from "./annotation-document.ts";
import { DocumentSync, type SavePart, type Sending } from "./document-sync.ts";
import type { LeftJournal, OpenJournal } from "../saving/journal.ts";
import type { UnreadSave } from "../saving/journal-database.ts";
import { askForImage, takeImage } from "./load-image.ts";
import { findFreeId, loadAnnotations, loadHeadRevision, type ComparedTracks } from "./load-annotations.ts";
import { buildSaveBody } from "./save-body.ts";

export interface BuildMeans {
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
  /** Share that is loaded, 0..1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface BuiltDocument {
  readonly document: AnnotationDocument;
  /** Unsaved changes that an earlier page had left and that are in the document again. */
  readonly recovered: { readonly count: number; readonly touched: Date } | undefined;
}

/** @param opened the journal of this address; `undefined` where nothing can be edited or kept */
export async function buildDocument(
  address: DocumentAddress,
  opened: OpenJournal | undefined,
  means: BuildMeans,
): Promise<BuiltDocument> {
  const { client, signal } = means;
  const journal = opened?.journal;
  const left = opened?.left;
  // Who compares, or has something left, needs a certain revision first, and the tracks of it one by one.
  if (left === undefined && address.comparedSet === undefined) {
    const { core, revision } = await loadNewest(address, means);
    const document = new AnnotationDocument({ core, address, revision, journal });
    return { document, recovered: undefined };
  }
  const head = address.revision ?? (await loadHeadRevision(client, address, signal));
  if (left !== undefined) {
    // Unsaved changes apply to the revision they were made on; the server finds out on saving whether that still holds.
    // One that was put back from a backup may not have come as far.
    const revision = Math.min(left.baseRevision, head);
    const core = await load(revision, address, means);
    const recovery = replay(core, left, { revision, head, setName: address.setName });
    // Nothing of it goes: what is there may be wrong, and not what was left.
    if (recovery === undefined) await journal?.setAside("differs").catch(warnOfJournal);
    else {
      const document = new AnnotationDocument({ core, address, revision, journal, recovery });
      const recovered = { count: document.sync.dirtyCount.peek(), touched: left.touched };
      // Changes that were undone leave nothing unsaved: then the newest state counts, not the one they were made on.
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

/** What the address says now: by the server's image of it where there is one, else by pages. */
async function loadNewest(
  address: DocumentAddress,
  means: BuildMeans,
): Promise<{ readonly core: AnnotationCore; readonly revision: number }> {
  const { client, createCore, onProgress = () => undefined, signal } = means;
  const [answer, core] = await Promise.all([
    askForImage(client, address, address.revision, signal).catch((error: unknown) => {
      // What only images cannot do, a disk that fails for one, is no reason to show nothing.
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

/** Compared tracks get ids after those of the shown set. */
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

/** What a core was loaded with, and the newest revision that the server has. */
interface LoadedState {
  readonly revision: number;
  readonly head: number;
  readonly setName: string | undefined;
}

/** Applies left steps to the loaded core. `undefined`: they do not fit. */
function replay(core: AnnotationCore, left: LeftJournal, on: LoadedState): Recovery | undefined {
  const { inFlight, savedIds } = left;
  const { revision, head, setName } = on;
  // What the page that is gone knew of its saves, step by step.
  const sync = new DocumentSync(core, revision, createSignal(0));
  for (const [own, saved] of savedIds) sync.nameTrack(own as TrackId, saved);
  const entries: { seq: number; ops: Uint8Array<ArrayBuffer> }[] = [];
  const unread: { part: SavePart; reply: UnreadSave["reply"] }[] = [];
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
