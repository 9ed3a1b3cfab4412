/**
 * Opens a dataset: metadata and media, the annotations, and what an earlier page had left unsaved.
 *
 * One call gives everything the viewer needs; what cannot be opened is thrown with a message for people.
 */

import type { AnnotationCore } from "#core/types";
import type { ApiClient } from "#schemas/client";
import { toDatasetInfo } from "./dataset.ts";
import { Journal, type LeftJournal } from "./journal.ts";
import { loadAnnotations, loadHeadRevision, type AnnotationAddress } from "./load-annotations.ts";
import { buildSaveBody } from "./save-body.ts";
import { Saver, type Conflict, type ConflictChoice, type SaverParts } from "./saver.ts";
import { Workspace, type ReadOnlyReason } from "./workspace.ts";
import type { SettingsStore } from "./settings.ts";
import { createThresholdSaver } from "./threshold-saver.ts";

export interface OpenRequest {
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
  readonly settings: SettingsStore;
  /** Who is signed in: unsaved changes belong to a person. */
  readonly userId: string;
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName?: string | undefined;
  /** A past revision, which is read-only; `undefined`: the newest. */
  readonly revision?: number | undefined;
  readonly readOnly?: ReadOnlyReason | undefined;
  /** Share that is loaded, 0..1. */
  readonly onProgress?: (share: number) => void;
  readonly askAboutConflict: (conflict: Conflict) => Promise<ConflictChoice>;
  readonly signal?: AbortSignal;
}

export interface OpenWorkspace {
  readonly workspace: Workspace;
  readonly saver: Saver;
  /** Unsaved changes that an earlier page had left and that are in the workspace again. */
  readonly recovered: { readonly count: number; readonly touched: Date } | undefined;
  /** Such changes that did not fit what the server has; they are gone from the workspace. */
  readonly unrecoverable: { readonly touched: Date } | undefined;
  /** Drops everything unsaved, because the person said so: the next page does not offer it again. */
  forgetUnsaved(): Promise<void>;
  dispose(): Promise<void>;
}

export async function openWorkspace(request: OpenRequest): Promise<OpenWorkspace> {
  const { client, datasetId, setName, signal, onProgress = () => undefined } = request;
  const options = signal && { signal };
  const readOnly = request.readOnly ?? (request.revision === undefined ? undefined : "revision");
  const address: AnnotationAddress = { datasetId, setName };

  const [wireDataset, media, core, opened] = await Promise.all([
    client.call("dataset.get", { id: datasetId }, options),
    client.call("dataset.media", { id: datasetId }, options),
    request.createCore(),
    readOnly === undefined ? openJournal({ userId: request.userId, datasetId, setName }) : undefined,
  ]);
  const dataset = toDatasetInfo(wireDataset, media);
  onProgress(0.1);

  const journal = opened?.journal;
  const left = opened?.left;
  const head = await loadHeadRevision(client, address, signal);
  // Unsaved changes apply to the revision they were made on; the server finds out on saving whether that still holds.
  let revision = request.revision ?? left?.baseRevision ?? head;
  const report = (share: number) => onProgress(0.1 + 0.9 * share);
  await loadAnnotations(client, core, address, revision, report, signal);

  const recovery = left === undefined ? undefined : replay(core, left, setName);
  if (left !== undefined && recovery === undefined) {
    revision = head;
    await loadAnnotations(client, core, address, revision, report, signal);
  }
  await journal?.reset(revision, recovery?.entries, recovery?.unanswered);

  let journaledSeq = core.seq;
  const workspace = new Workspace({ core, dataset, settings: request.settings, readOnly, revision: request.revision });
  const reload = async () => {
    const newest = await loadHeadRevision(client, address);
    await loadAnnotations(client, core, address, newest, () => undefined);
    await journal?.reset(newest);
    journaledSeq = core.seq;
    saver.noteReloaded(newest);
    workspace.noteReplaced();
  };
  const parts: SaverParts = {
    workspace,
    client,
    journal,
    setName,
    baseRevision: revision,
    askAboutConflict: request.askAboutConflict,
    reload,
    ...(recovery?.unanswered && { unanswered: recovery.unanswered }),
  };
  const saver = new Saver(parts);

  const stopJournal = workspace.onEdit(() => {
    const ops = core.opsSince(journaledSeq);
    journaledSeq = core.seq;
    // A full or forbidden disk costs crash recovery, not the edit: it is in memory, and the save button counts it.
    journal?.append(journaledSeq, ops).catch((error: unknown) => console.warn("Journal:", error));
  });
  const stopThresholds = readOnly === undefined ? createThresholdSaver(workspace, client) : () => undefined;

  return {
    workspace,
    saver,
    recovered: recovery && left && { count: saver.dirtyCount.peek(), touched: left.touched },
    unrecoverable: left && recovery === undefined ? { touched: left.touched } : undefined,
    async forgetUnsaved() {
      await journal?.reset(revision);
    },
    async dispose() {
      stopJournal();
      stopThresholds();
      workspace.dispose();
      await journal?.close();
    },
  };
}

/** Without IndexedDB (private windows of some browsers) the viewer works, without crash recovery. */
async function openJournal(key: Parameters<typeof Journal.open>[0]) {
  try {
    return await Journal.open(key);
  } catch (error) {
    console.warn("Unsaved changes cannot be kept on this machine:", error);
    return undefined;
  }
}

interface Recovery {
  /** The left steps, numbered as the core has them now. */
  readonly entries: LeftJournal["entries"];
  readonly unanswered: SaverParts["unanswered"];
}

/** Applies left steps to the loaded core. `undefined`: they do not fit. */
function replay(core: AnnotationCore, left: LeftJournal, setName: string | undefined): Recovery | undefined {
  const entries: { seq: number; ops: Uint8Array<ArrayBuffer> }[] = [];
  let unanswered: SaverParts["unanswered"];
  for (const { seq, ops } of left.entries) {
    if (!core.replay(ops)) return undefined;
    entries.push({ seq: core.seq, ops });
    if (left.inFlight?.seq === seq) {
      const { saveId } = left.inFlight;
      const body = buildSaveBody(core, core.changesSince(0), { saveId, baseRevision: left.baseRevision, setName });
      unanswered = { saveId, seq: core.seq, body };
    }
  }
  return { entries, unanswered };
}
