/**
 * Steps that were made on a document before it was read again, because another client had saved: undo and redo still go
 * through them.
 *
 * Such a step holds the tracks and groups that it touched, before and after. Undoing it is a three-way
 * merge: the step's result is the base, the state before it is one side, and the current state the other. So others'
 * changes in the same track stay; if both have changed the same value, theirs stays.
 */

import { changedGroup, trackChanges, trackText } from "#core/diff/diff";
import { mergeVersions, type MergeVersion } from "#core/diff/merge";
import type {
  AnnotationCore,
  EditSummary,
  EditTransaction,
  EntityChanges,
  FrameNumber,
  GroupId,
  TrackId,
} from "#core/types";

/** JSON; `undefined`: absent. */
type Text = string | undefined;

interface Versions {
  readonly before: Text;
  readonly after: Text;
}

export interface PastStep {
  readonly frame: FrameNumber;
  readonly tracks: ReadonlyMap<TrackId, Versions>;
  readonly groups: ReadonlyMap<GroupId, Versions>;
}

/** A core, or a document, which also keeps its journal. */
interface Moving {
  undo(): EditSummary | undefined;
  redo(): EditSummary | undefined;
}

export interface StepCounts {
  readonly done: number;
  readonly undone: number;
}

/** Both begin with the next one to be moved through. */
export interface ExtractedSteps {
  readonly done: readonly PastStep[];
  readonly undone: readonly PastStep[];
}

/** Tracks and groups of all steps together: a step over tens of thousands of tracks cannot be kept like this. */
const maxTouched = 5000;
/** Characters of all past steps together, for undo and for redo: older ones are forgotten. */
export const maxPastSize = 50_000_000;

/** Undoes and redoes the steps of a core, and leaves it unchanged. */
export function extractSteps(core: AnnotationCore, counts: StepCounts, through: Moving = core): ExtractedSteps {
  const done = walk(
    core,
    counts.done,
    () => through.undo(),
    () => through.redo(),
  );
  const undone = walk(
    core,
    counts.undone,
    () => through.redo(),
    () => through.undo(),
  );
  const reversed = undone.map(({ frame, tracks, groups }) => ({ frame, tracks: turn(tracks), groups: turn(groups) }));
  return { done, undone: reversed };
}

/** The states before and after each step in that direction. */
function walk(
  core: AnnotationCore,
  count: number,
  go: () => EditSummary | undefined,
  comeBack: () => EditSummary | undefined,
): PastStep[] {
  const ends: { readonly summary: EditSummary; readonly texts: Texts }[] = [];
  let touched = 0;
  let size = 0;
  let moved = 0;
  while (moved < count) {
    const summary = go();
    if (summary === undefined) break;
    moved += 1;
    touched += idsOf(summary.tracks).length + idsOf(summary.groups).length;
    if (touched > maxTouched) break;
    const texts = textsOf(core, summary);
    // The state on the other side of the step is about as long.
    size += 2 * (lengthOf(texts.tracks.values()) + lengthOf(texts.groups.values()));
    if (size > maxPastSize) break;
    ends.push({ summary, texts });
  }
  for (; moved > ends.length; moved -= 1) comeBack();
  const steps = ends.toReversed().map(({ summary, texts }): PastStep => {
    comeBack();
    const begun = textsOf(core, summary);
    return {
      frame: summary.frame,
      tracks: pair(texts.tracks, begun.tracks),
      groups: pair(texts.groups, begun.groups),
    };
  });
  return steps.toReversed();
}

/** The number of characters of a step. */
export function sizeOfPast({ tracks, groups }: PastStep): number {
  const versions = [...tracks.values(), ...groups.values()];
  return lengthOf(versions.flatMap(({ before, after }) => [before, after]));
}

function lengthOf(texts: Iterable<Text>): number {
  let length = 0;
  for (const text of texts) length += text?.length ?? 0;
  return length;
}

interface Texts {
  readonly tracks: ReadonlyMap<TrackId, Text>;
  readonly groups: ReadonlyMap<GroupId, Text>;
}

function textsOf(core: AnnotationCore, { tracks, groups }: Pick<EditSummary, "tracks" | "groups">): Texts {
  return {
    tracks: new Map(idsOf(tracks).map((id) => [id, trackText(core, id)])),
    groups: groupTexts(core, idsOf(groups)),
  };
}

function groupTexts(core: AnnotationCore, ids: readonly GroupId[]): ReadonlyMap<GroupId, Text> {
  if (ids.length === 0) return new Map();
  const rows = new Map([...core.writer.groupRows()].map(({ id, json }) => [id, json]));
  return new Map(ids.map((id) => [id, rows.get(id)]));
}

function idsOf<Id>({ added, changed, removed }: EntityChanges<Id>): Id[] {
  return [...added, ...changed, ...removed];
}

function pair<Id>(before: ReadonlyMap<Id, Text>, after: ReadonlyMap<Id, Text>): ReadonlyMap<Id, Versions> {
  return new Map([...before].map(([id, text]) => [id, { before: text, after: after.get(id) }]));
}

function turn<Id>(versions: ReadonlyMap<Id, Versions>): ReadonlyMap<Id, Versions> {
  return new Map([...versions].map(([id, { before, after }]) => [id, { before: after, after: before }]));
}

/** The same step where tracks were saved under other ids. */
export function renameStep(step: PastStep, savedIds: ReadonlyMap<number, number>): PastStep {
  if (savedIds.size === 0) return step;
  const rename = (id: number): number => savedIds.get(id) ?? id;
  const tracks = [...step.tracks].map(([id, versions]): [TrackId, Versions] => {
    const named = rename(id) as TrackId;
    return [named, change(versions, (json) => ({ ...json, id: named }))];
  });
  const withMembers = (json: GroupJson): object => ({
    ...json,
    members: Object.fromEntries(Object.entries(json.members ?? {}).map(([id, member]) => [rename(Number(id)), member])),
  });
  const groups = [...step.groups].map(([id, versions]): [GroupId, Versions] => [id, change(versions, withMembers)]);
  return { ...step, tracks: new Map(tracks), groups: new Map(groups) };
}

interface GroupJson {
  readonly members?: Readonly<Record<string, unknown>>;
}

function change({ before, after }: Versions, work: (json: object) => object): Versions {
  const changed = (text: Text): Text => text && JSON.stringify(work(JSON.parse(text) as object));
  return { before: changed(before), after: changed(after) };
}

/** One for the page: it holds something only while a step is replayed. */
let scratch: Promise<AnnotationCore> | undefined;

/** A core for `replayStep`. */
export async function openScratch(createCore: () => Promise<AnnotationCore>): Promise<AnnotationCore> {
  scratch ??= createCore();
  return await scratch.catch((error: unknown) => {
    scratch = undefined;
    throw error;
  });
}

/**
 * The edit that undoes or redoes the step in the current state.
 * @param scratchCore holds the merged state until the edit has been made
 */
export function replayStep(
  { tracks, groups }: PastStep,
  direction: "undo" | "redo",
  core: AnnotationCore,
  scratchCore: AnnotationCore,
): (tx: EditTransaction) => void {
  const [from, to] = direction === "undo" ? (["after", "before"] as const) : (["before", "after"] as const);
  const ids = [...tracks.keys()];
  const groupIds = [...groups.keys()];
  const side = (which: keyof Versions) => versionOf(pick(tracks, which), pick(groups, which));
  const now = { tracks: new Map(ids.map((id) => [id, trackText(core, id)])), groups: groupTexts(core, groupIds) };
  const theirs = versionOf(now.tracks, now.groups);
  scratchCore.reader.readDiveJson(mergeVersions(side(from), theirs, side(to), { prefer: "a", listed: 0 }).document);
  return (tx) => {
    // A track that would not change is not touched: a step with nothing left to change must not count.
    for (const id of ids) if (trackChanges(core, scratchCore, id).length > 0) tx.tracks.copy(id, scratchCore);
    for (const [id, json] of groupTexts(scratchCore, groupIds)) {
      const present = now.groups.get(id);
      if (json === present) continue;
      if (json !== undefined && present !== undefined && changedGroup(id, present, json).length === 0) continue;
      const { members = {} } = JSON.parse(json ?? "{}") as GroupJson;
      // A group without tracks was deleted with the last of them.
      if (json === undefined || Object.keys(members).some((each) => core.hasTrack(Number(each) as TrackId)))
        tx.groups.copy(id, scratchCore);
    }
  };
}

function pick<Id>(versions: ReadonlyMap<Id, Versions>, side: keyof Versions): ReadonlyMap<Id, Text> {
  return new Map([...versions].map(([id, each]) => [id, each[side]]));
}

function versionOf(tracks: ReadonlyMap<TrackId, Text>, groups: ReadonlyMap<GroupId, Text>): MergeVersion {
  return { tracks: rowsOf(tracks), groups: rowsOf(groups), hasTrack: (id) => tracks.get(id) !== undefined };
}

/** By ascending id. */
function rowsOf(texts: ReadonlyMap<number, Text>): { readonly id: number; readonly json: string }[] {
  return [...texts].flatMap(([id, json]) => (json === undefined ? [] : [{ id, json }])).toSorted((a, b) => a.id - b.id);
}
