/**
 * Saves the changes of one dataset as one revision on top of the current one: in a track that others have changed
 * meanwhile, only the type and confidences are replaced. If others have assigned another type, or have changed or
 * deleted a track that is deleted here, nothing is overwritten: the conflict is left to the user.
 */
import type { Track } from "#schemas";
import type { ReviewEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { conflictOf } from "../../api/save-conflict.ts";
import { t } from "../../base/texts/index.ts";
import { type Edit, keyOf, samePairs, storedPairs } from "./edits.ts";

export interface SavedEdits {
  /** Keys of the saved changes. */
  readonly saved: readonly string[];
  /** Conflicting changes with the stored state of each; `undefined` if others deleted it. */
  readonly contested: ReadonlyMap<string, ReviewEntry | undefined>;
  readonly revision: number;
}

/** Gives up after this many conflicts with other saves. */
const maxAttempts = 10;
/** Tracks per request. */
const atOnce = 200;

export async function saveEdits(datasetId: string, set: string, edits: readonly Edit[]): Promise<SavedEdits> {
  const contested = new Map<string, ReviewEntry | undefined>();
  let base = Math.max(...edits.map(({ entry }) => entry.revision));
  const touched = new Set<number>();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const left = edits.filter(({ entry }) => !contested.has(keyOf(entry)));
    const tracks = await loadTracks(datasetId, set, base, left);
    const upsert: Track[] = [];
    const deleted: number[] = [];
    const saved: string[] = [];
    for (const edit of left) {
      const { entry, change } = edit;
      const track = tracks.get(entry.trackId);
      if (isDone(edit, track)) {
        saved.push(keyOf(entry));
        continue;
      }
      const isSame = track !== undefined && samePairs(storedPairs(track), storedPairs(entry));
      if (track === undefined || !isSame || (change.kind === "delete" && touched.has(entry.trackId))) {
        contested.set(keyOf(entry), track && { ...entry, confidencePairs: track.confidencePairs, revision: base });
        continue;
      }
      saved.push(keyOf(entry));
      if (change.kind === "delete") deleted.push(track.id);
      else upsert.push({ ...track, confidencePairs: change.pairs.map(([type, confidence]) => [type, confidence]) });
    }
    if (upsert.length + deleted.length === 0) return { saved, contested, revision: base };
    const body = { tracks: { upsert, delete: deleted }, baseRevision: base, ...(set !== "" && { set }) };
    try {
      const { revision } = await api.call("annotation.save", { folderId: datasetId, body });
      return { saved, contested, revision };
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict === undefined) throw error;
      base = conflict.head;
      for (const id of conflict.tracks) touched.add(id);
    }
  }
  throw new Error(t("common.othersKeepSaving"));
}

/** Others have made the same change, or our own save succeeded and its response was lost. */
function isDone({ change }: Edit, track: Track | undefined): boolean {
  if (change.kind === "delete") return track === undefined;
  return track !== undefined && samePairs(storedPairs(track), change.pairs);
}

async function loadTracks(
  folderId: string,
  set: string,
  revision: number,
  edits: readonly Edit[],
): Promise<Map<number, Track>> {
  const ids = edits.map(({ entry }) => entry.trackId);
  const byId = new Map<number, Track>();
  for (let start = 0; start < ids.length; start += atOnce) {
    const trackIds = ids.slice(start, start + atOnce);
    const tracks = await api.call("review.tracks", { folderId, trackIds, revision, ...(set !== "" && { set }) });
    for (const track of tracks) byId.set(track.id, track);
  }
  return byId;
}
