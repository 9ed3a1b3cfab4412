/**
 * Saves the changes of one dataset as one revision on top of the current one: in a track that others have changed
 * meanwhile, only the type and confidences are replaced. If others have assigned another type, or have changed or
 * deleted a track that is deleted here, nothing is overwritten: the conflict is left to the user.
 */
import type { Feature, Track } from "#schemas";
import { maxReviewedTracks } from "#schemas/review";
import type { ReviewEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { conflictOf } from "../../api/save-conflict.ts";
import { t } from "../../base/texts/index.ts";
import type { ChipBox } from "./chip-place.ts";
import { sameBox } from "./chip-shapes.ts";
import { type Edit, editedBoxes, editedPairs, keyOf, samePairs, storedPairs } from "./edits.ts";

export interface SavedEdits {
  /** Keys of the saved changes. */
  readonly saved: readonly string[];
  /** Conflicting changes with the stored state of each; `undefined` if others deleted it. */
  readonly contested: ReadonlyMap<string, ReviewEntry | undefined>;
  readonly revision: number;
}

/** Gives up after this many conflicts with other saves. */
const maxAttempts = 10;

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
      if (track === undefined || !isAsShown(edit, track) || (change.kind === "delete" && touched.has(entry.trackId))) {
        contested.set(keyOf(entry), track && entryAt(entry, track, base));
        continue;
      }
      saved.push(keyOf(entry));
      if (change.kind === "delete") deleted.push(track.id);
      else upsert.push(editedTrack(track, change));
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
  if (track === undefined) return false;
  const { pairs = storedPairs(track), boxes = [] } = change;
  return samePairs(storedPairs(track), pairs) && boxes.every((box) => hasBox(track, box));
}

/** Whether everything that the change replaces is still stored as it was shown. */
function isAsShown({ entry, change }: Edit, track: Track): boolean {
  const { pairs, boxes = [] } = change.kind === "edit" ? change : { pairs: storedPairs(entry), boxes: entry.boxes };
  if (pairs !== undefined && !samePairs(storedPairs(track), storedPairs(entry))) return false;
  return boxes.every(({ frame }) => entry.boxes.some((shown) => shown.frame === frame && hasBox(track, shown)));
}

const hasBox = ({ features }: Track, box: ChipBox): boolean =>
  features.some((feature) => feature.frame === box.frame && sameBox(feature, box));

function editedTrack(track: Track, { pairs, boxes = [] }: Edit["change"] & { readonly kind: "edit" }): Track {
  const features = track.features.map((feature): Feature => {
    const box = boxes.find(({ frame }) => frame === feature.frame);
    if (box === undefined) return feature;
    const { exactBounds: _before, attributes = {}, ...rest } = feature;
    // It is a person's from now on, as in the viewer.
    const { origin: _origin, ...own } = attributes;
    return { ...rest, attributes: own, ...(box as Pick<Feature, "frame" | "bounds" | "geometry">), keyframe: true };
  });
  const confidencePairs = pairs?.map(([type, confidence]): [string, number] => [type, confidence]);
  return { ...track, features, ...(confidencePairs !== undefined && { confidencePairs }) };
}

/** The entry as others have left it, without boxes that are gone. */
function entryAt(entry: ReviewEntry, { confidencePairs, features }: Track, revision: number): ReviewEntry {
  const boxes = entry.boxes.flatMap(({ frame }) =>
    features.flatMap(({ frame: at, bounds, geometry }) =>
      at === frame && bounds !== undefined ? [{ frame, bounds, ...(geometry && { geometry }) }] : [],
    ),
  );
  return { ...entry, confidencePairs, boxes, revision };
}

/** The entry after its change was saved. */
export function asSaved({ entry, change }: Edit, revision: number): ReviewEntry {
  const edits = new Map([[keyOf(entry), { entry, change }]]);
  const confidencePairs = editedPairs(entry, edits).map((pair) => [...pair]);
  return { ...entry, confidencePairs, boxes: [...editedBoxes(entry, { entry, change })], revision };
}

async function loadTracks(
  folderId: string,
  set: string,
  revision: number,
  edits: readonly Edit[],
): Promise<Map<number, Track>> {
  const ids = edits.map(({ entry }) => entry.trackId);
  const byId = new Map<number, Track>();
  for (let start = 0; start < ids.length; start += maxReviewedTracks) {
    const trackIds = ids.slice(start, start + maxReviewedTracks);
    const tracks = await api.call("review.tracks", { folderId, trackIds, revision, ...(set !== "" && { set }) });
    for (const track of tracks) byId.set(track.id, track);
  }
  return byId;
}
