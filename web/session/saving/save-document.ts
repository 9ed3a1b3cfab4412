/**
 * Sends the unsaved changes of one document. A save without an answer is sent again unchanged, with the same id, before
 * anything newer: the server recognizes it if it had arrived after all.
 */

import { ApiError, type ApiClient } from "#schemas/client";
import { conflictOf } from "../../api/save-conflict.ts";
import { t } from "../../base/texts/index.ts";
import { warnOfJournal, type AnnotationDocument } from "../document/annotation-document.ts";
import type { Contested, SavePart, Sending } from "../document/document-sync.ts";
import { randomId } from "../document/random-id.ts";
import { buildSaveBody } from "#core/edits/save-body";
import { SaveError, toSaveError } from "./save-error.ts";
import type { Revisions, Settlement } from "./settlement.ts";

export interface SaveMeans {
  readonly client: ApiClient;
  /** Merges what both sides have changed since the base, up to the head. */
  readonly settle: (contested: Contested, between: Revisions) => Promise<Settlement | "cancelled">;
}

/** Clients that save continuously cannot keep a save from ending. Parts that were saved do not count. */
const maxRefusals = 30;

/**
 * Sends everything that is unsaved when it starts; `cancelled`: the user was asked and decides later. Throws
 * `SaveError`.
 */
export async function saveDocument(document: AnnotationDocument, means: SaveMeans): Promise<"saved" | "cancelled"> {
  const { unanswered } = document;
  if (unanswered !== undefined && (await send(document, unanswered, means)) === "cancelled") return "cancelled";
  let refusals = 0;
  while (refusals < maxRefusals) {
    const part = document.sync.next();
    if (part === undefined) return "saved";
    const outcome = await send(document, build(document, part), means);
    if (outcome === "cancelled" || (outcome === "saved" && part.isWhole)) return outcome;
    if (outcome === "resolved") refusals += 1;
  }
  throw new SaveError("failed", t("common.othersKeepSaving"));
}

function build({ core, sync, address, unsavedWorkMs: workMs }: AnnotationDocument, part: SavePart): Sending {
  const saveId = randomId();
  const { setName } = address;
  const { savedIds } = sync;
  const { baseRevision, sentUpTo } = part;
  const parts = { saveId, baseRevision, setName, savedIds, sentUpTo, activeMs: workMs };
  return { saveId, part, body: buildSaveBody(core, part.changes, parts), workMs };
}

/** `resolved`: refused because of others' changes; it is decided what to send now. */
async function send(
  document: AnnotationDocument,
  sending: Sending,
  means: SaveMeans,
): Promise<"saved" | "resolved" | "cancelled"> {
  const { journal, sync, address } = document;
  const { part, saveId, body, workMs = 0 } = sending;
  const { seq } = part;
  const only = part.isWhole ? undefined : part.changes;
  await journal?.recordSending({ saveId, seq, only }, sync.savedIds).catch(warnOfJournal);
  try {
    const reply = await means.client.call("annotation.save", { folderId: address.datasetId, body });
    document.unanswered = undefined;
    document.unsavedWorkMs -= workMs;
    sync.acknowledge(part, reply);
    // A change counts as saved only when the journal has dropped it too, or marks it as saved: a reloaded page must not
    // offer it as unsaved.
    const { revision, updated, deleted } = reply;
    const noted = sync.isStale.peek()
      ? journal?.recordUnacknowledged({ seq, only, reply: { revision, updated, deleted } })
      : journal?.acknowledge(seq, revision);
    await noted?.catch(warnOfJournal);
    return "saved";
  } catch (reason) {
    const error = toSaveError(reason);
    document.unanswered = error.isRetried ? sending : undefined;
    const conflict = conflictOf(reason);
    if (conflict === undefined && acceptsWholeSave(reason) && part.sentUpTo.size > 0) {
      sync.sendWhole(part);
      return "resolved";
    }
    if (conflict === undefined) throw error;
    const contested = sync.readConflict(part, conflict);
    if (contested.trackIds.length + contested.groupIds.length === 0) return "resolved";
    const settlement = await means.settle(contested, { base: part.baseRevision, head: conflict.head });
    if (settlement === "cancelled") return "cancelled";
    sync.keepMine(settlement.mine, conflict.head);
    sync.acceptTheirs(settlement.theirs, conflict.head);
    return "resolved";
  }
}

/** A server that does not know partial changes, or has a different base to apply them to, refuses the request. */
const acceptsWholeSave = (error: unknown): boolean => error instanceof ApiError && error.status === 400;
