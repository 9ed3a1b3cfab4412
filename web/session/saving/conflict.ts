/**
 * Merges others' saved changes with the unsaved ones here, track by track, group by group and field by field. The user
 * is asked only if both have changed the same field differently, or one has deleted what the other changed: once per
 * track, shape on a frame, or other field.
 *
 * The merge is an edit of the document, made when everything is decided: until then, everything stays unsaved.
 */

import { differenceOf, listGroupDifferences } from "#core/diff/differences";
import { mergeAnnotations, type Conflict as FieldConflict } from "#core/diff/merge";
import type { AnnotationCore, EditTransaction, FrameNumber, GroupId, TrackId } from "#core/types";
import type { Camera } from "../cameras/camera.ts";
import { readVersions, type ConflictVersions, type VersionMeans } from "./conflict-versions.ts";
import type { Contested } from "../document/document-sync.ts";
import type { Revisions, Settlement } from "./settlement.ts";
import type { Workspace } from "../workspace.ts";

export type ConflictSide = "mine" | "theirs";

/** One decision to make. */
export interface Question {
  readonly key: string;
  readonly kind: "track" | "group";
  readonly id: TrackId | GroupId;
  /** For a detection. */
  readonly frame: FrameNumber | undefined;
  /** `a` is theirs, `b` is mine. Several only if they belong to one shape. */
  readonly fields: readonly FieldConflict[];
}

/** One question for the user. */
export interface Conflict {
  readonly camera: Camera;
  /** The revisions of the others: after `base`, up to `head`. */
  readonly between: Revisions;
  readonly questions: readonly Question[];
  /** The contested tracks and groups: their common base, this page's version, and the others'. */
  readonly base: AnnotationCore;
  readonly mine: AnnotationCore;
  readonly theirs: AnnotationCore;
}

/** One side for all questions, or one for each by its key. */
export type ConflictChoice = ConflictSide | "cancel" | ReadonlyMap<string, ConflictSide>;

export interface ConflictMeans extends VersionMeans {
  readonly workspace: Workspace;
  readonly camera: Camera;
  readonly askAboutConflict: (conflict: Conflict) => Promise<ConflictChoice>;
}

export async function settleConflict(
  contested: Contested,
  between: Revisions,
  means: ConflictMeans,
): Promise<Settlement | "cancelled"> {
  const { camera, askAboutConflict } = means;
  const versions = await readVersions(contested, between, camera.document.peek(), means);
  const merged = await means.createCore();
  await means.workspace.steps.prepareToKeep();
  const chosen = new Map<string, ConflictSide>();
  const { base, mine, theirs } = versions;
  while (true) {
    versions.readMine();
    const questions = questionsOf(versions).filter(({ key }) => !chosen.has(key));
    if (questions.length === 0) break;
    const answer = await askAboutConflict({ camera, between, questions, base, mine, theirs });
    if (answer === "cancel") return "cancelled";
    for (const { key } of questions) {
      const side = typeof answer === "string" ? answer : answer.get(key);
      if (side !== undefined) chosen.set(key, side);
    }
  }
  const prefer = (conflict: FieldConflict) => (chosen.get(keyOf(conflict)) === "theirs" ? "a" : "b");
  merged.reader.readDiveJson(mergeAnnotations(base, theirs, mine, { prefer, listed: 0 }).document);
  return applyMerge(contested, merged, versions, means);
}

function questionsOf({ base, mine, theirs }: ConflictVersions): readonly Question[] {
  const { conflicts } = mergeAnnotations(base, theirs, mine, { listed: Infinity });
  const byKey = new Map<string, FieldConflict[]>();
  for (const conflict of conflicts) {
    const key = keyOf(conflict);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [conflict]);
    else known.push(conflict);
  }
  return [...byKey].flatMap(([key, fields]): Question | [] => {
    const [{ kind, id, frame }] = fields as [FieldConflict];
    // These documents contain only tracks and groups.
    if (kind === "document" || id === undefined) return [];
    return { key, kind, id: id as TrackId, frame: frame as FrameNumber | undefined, fields };
  });
}

/** The box and the shapes inside it are decided together: halves of two versions would not fit. */
function keyOf({ kind, id, frame, path }: FieldConflict): string {
  const isShape = path === "bounds" || path === "geometry" || path?.startsWith("geometry/") === true;
  return JSON.stringify([kind, id, frame, isShape ? "shape" : path]);
}

/**
 * Makes the document equal to the merge result, in one step: of undo, too, unless the person saves as they go and never
 * sees it happen. What equals the others' version is not sent.
 */
function applyMerge(
  { trackIds, groupIds }: Contested,
  merged: AnnotationCore,
  { theirs, movedGroups, newMembers }: ConflictVersions,
  { workspace, camera }: ConflictMeans,
): Settlement | "cancelled" {
  const { core, sync } = camera.document.peek();
  const groups = [...groupIds, ...movedGroups.values()];
  const frame = camera.shown.peek() ?? (0 as FrameNumber);
  for (const [here, id] of newMembers) if (here !== id) sync.nameTrack(here, id);
  const edit = (tx: EditTransaction): void => {
    for (const id of [...newMembers.keys(), ...trackIds]) tx.tracks.copy(id, merged);
    const rows = new Map([...merged.writer.groupRows()].map(({ id, json }) => [id, json]));
    const empty: GroupId[] = [];
    for (const id of groups) {
      if (hasMembers(rows.get(id), core)) tx.groups.copy(id, merged);
      else empty.push(id);
    }
    // A group that loses all its members is deleted, unless this page has not touched it.
    for (const { id } of core.writer.groupRows()) if (empty.includes(id)) tx.groups.delete(id);
  };
  const isLive = workspace.settings.settings.peek().savingSettings.asYouGo;
  const done = isLive
    ? workspace.applyRemote(camera, frame, edit)
    : workspace.transact({ kind: "conflicts", change: "merge" }, frame, edit, camera);
  if (done === undefined) return "cancelled";
  const isTheirs = (id: TrackId): boolean =>
    merged.hasTrack(id) === theirs.hasTrack(id) &&
    (!merged.hasTrack(id) || differenceOf(merged, theirs, id) === undefined);
  const ownGroups = new Set<number>(listGroupDifferences(merged, theirs).map(({ groupId }) => groupId));
  return {
    mine: { trackIds: trackIds.filter((id) => !isTheirs(id)), groupIds: groupIds.filter((id) => ownGroups.has(id)) },
    theirs: {
      trackIds: [...newMembers.keys(), ...trackIds.filter(isTheirs)],
      groupIds: groupIds.filter((id) => !ownGroups.has(id)),
    },
  };
}

/** Members that are tracks of this page. */
export function hasMembers(json: string | undefined, core: AnnotationCore): boolean {
  const { members = {} } = JSON.parse(json ?? "{}") as { members?: object };
  return Object.keys(members).some((id) => core.hasTrack(Number(id) as TrackId));
}
