/** The user's unsaved changes to tracks in a review. Pure. */
import type { ReviewEntry } from "#schemas/wire";
import type { ChipBox } from "./chip-place.ts";
import { sameBox } from "./chip-shapes.ts";

/** Type and confidence. */
export type Pair = readonly [type: string, confidence: number];

export type Change =
  | {
      readonly kind: "edit";
      /** Unchanged if absent. */
      readonly pairs?: readonly Pair[];
      /** Those that were changed. */
      readonly boxes?: readonly ChipBox[];
    }
  | { readonly kind: "delete" };

export interface Edit {
  /** The entry before the change. */
  readonly entry: ReviewEntry;
  readonly change: Change;
}

/** By `keyOf`. */
export type Edits = ReadonlyMap<string, Edit>;

export const keyOf = ({ datasetId, trackId }: Pick<ReviewEntry, "datasetId" | "trackId">): string =>
  `${datasetId}/${trackId}`;

export const storedPairs = ({ confidencePairs }: Pick<ReviewEntry, "confidencePairs">): readonly Pair[] =>
  confidencePairs.map(([type, confidence]) => [String(type), Number(confidence)] as const);

/** The pair with the highest confidence, the first of several. */
export function bestPair(pairs: readonly Pair[]): Pair | undefined {
  let best: Pair | undefined;
  for (const pair of pairs) if (best === undefined || pair[1] > best[1]) best = pair;
  return best;
}

/** The pairs with unsaved changes applied. */
export function editedPairs(entry: ReviewEntry, edits: Edits): readonly Pair[] {
  const change = edits.get(keyOf(entry))?.change;
  return (change?.kind === "edit" ? change.pairs : undefined) ?? storedPairs(entry);
}

/** The boxes with unsaved changes applied. */
export function editedBoxes(entry: ReviewEntry, edit: Edit | undefined): readonly ChipBox[] {
  const changed = edit?.change.kind === "edit" ? (edit.change.boxes ?? []) : [];
  return entry.boxes.map((box) => changed.find(({ frame }) => frame === box.frame) ?? box);
}

/** Keeps only the shown type, with confidence 1; `undefined` if there is no type. */
export function confirmType(pairs: readonly Pair[]): readonly Pair[] | undefined {
  const best = bestPair(pairs);
  return best && [[best[0], 1]];
}

/** Puts the type first, with confidence 1; the others stay as candidates. */
export function asType(pairs: readonly Pair[], type: string): readonly Pair[] {
  return [[type, 1], ...pairs.filter(([other]) => other !== type)];
}

/** Adds to the earlier changes of the track; a deletion is undone. */
export function withPairs(edits: Edits, entry: ReviewEntry, pairs: readonly Pair[] | undefined): Change | undefined {
  const change = edits.get(keyOf(entry))?.change;
  if (pairs === undefined) return change;
  return { ...(change?.kind === "edit" ? change : { kind: "edit" }), pairs };
}

export function withBox(edits: Edits, entry: ReviewEntry, box: ChipBox): Change {
  const change = edits.get(keyOf(entry))?.change;
  const before = change?.kind === "edit" ? change : { kind: "edit" as const };
  const others = (before.boxes ?? []).filter(({ frame }) => frame !== box.frame);
  return { ...before, boxes: [...others, box] };
}

export function samePairs(a: readonly Pair[], b: readonly Pair[]): boolean {
  return a.length === b.length && a.every(([type, confidence], n) => type === b[n]?.[0] && confidence === b[n][1]);
}

/** Adds a change; one that results in the stored state is dropped. */
export function withChange(edits: Edits, entry: ReviewEntry, change: Change | undefined): Edits {
  const next = new Map(edits);
  const left = change?.kind === "edit" ? differenceOf(entry, change) : change;
  if (left === undefined) next.delete(keyOf(entry));
  else next.set(keyOf(entry), { entry, change: left });
  return next;
}

/** The change without boxes that the entry no longer has; `undefined` if nothing is left of it. */
export function ontoEntry(entry: ReviewEntry, change: Change): Change | undefined {
  if (change.kind === "delete") return change;
  const boxes = change.boxes?.filter(({ frame }) => entry.boxes.some((box) => box.frame === frame));
  return differenceOf(entry, { ...change, boxes });
}

/** Without parts that equal the stored ones. */
function differenceOf(
  entry: ReviewEntry,
  { pairs, boxes = [] }: { readonly pairs?: readonly Pair[]; readonly boxes?: readonly ChipBox[] | undefined },
): Change | undefined {
  const changed = boxes.filter((box) => !entry.boxes.some((stored) => sameBox(stored, box)));
  const isRetyped = pairs !== undefined && !samePairs(pairs, storedPairs(entry));
  if (!isRetyped && changed.length === 0) return undefined;
  return { kind: "edit", ...(isRetyped && { pairs }), ...(changed.length > 0 && { boxes: changed }) };
}
