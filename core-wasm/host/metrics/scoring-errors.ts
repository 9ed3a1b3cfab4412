/** Lists errors by place: missed boxes, false ones, wrong types, and identity switches. */
import type { Scoring, ScoringError } from "#schemas";
import { measureClear } from "./clear.ts";
import type { ComparedTracks, FrameBoxes } from "./frames.ts";
import { matchFrames } from "./overlap-matching.ts";
import type { PooledTracks } from "./pool.ts";

/** Maximum number for each pair of types, and of switches. */
const maxRows = 200;
const maxFrames = 1000;

/**
 * @param all includes pairs of different types
 * @param matched what identities are compared in; absent: they are not compared
 */
export function listErrors(
  { placeOf }: Pick<PooledTracks, "placeOf">,
  all: ComparedTracks,
  matched: ComparedTracks | undefined,
  minIou: number,
): Scoring["errors"] {
  const counts = { missed: 0, extra: 0, otherType: 0, switch: 0 };
  const rows: ScoringError[] = [];
  const listed = new Map<string, number>();
  const frames: Scoring["errors"]["frames"] = [];
  const add = (error: ScoringError): void => {
    counts[error.kind]++;
    const cell = JSON.stringify([error.kind, error.truthType, error.computedType]);
    const known = listed.get(cell) ?? 0;
    if (known >= maxRows) return;
    listed.set(cell, known + 1);
    rows.push(error);
  };
  const truthOf = (index: number) => {
    const { id, type } = all.truth[index]!;
    return { truthType: type, truthTrack: id as number };
  };
  const computedOf = (index: number) => {
    const { id, type, confidence } = all.found[index]!;
    return { computedType: type, computedTrack: id as number, confidence };
  };
  const { overlaps, truthBoxes, foundBoxes } = all;
  const matches = matchFrames(all, minIou);
  /** By track: the last frame on which it has a match. */
  const [own, other] = [all.truth, all.found].map((tracks) => new Int32Array(tracks.length).fill(-1));
  for (let n = 0; n < all.frames.length; n++) {
    const pairs = matches.overlaps.subarray(matches.starts[n], matches.starts[n + 1]);
    const others: number[] = [];
    for (const at of pairs) {
      const [truth, found] = [overlaps.truth[at]!, overlaps.found[at]!];
      own![truth] = other![found] = n;
      if (all.truth[truth]!.type !== all.found[found]!.type) others.push(at);
    }
    const [present, computed] = [rowsOn(truthBoxes, n), rowsOn(foundBoxes, n)];
    const missed = present.length - pairs.length;
    const extra = computed.length - pairs.length;
    if (missed + extra + others.length === 0) continue;
    const place = placeOf(all.frames[n]!);
    for (const at of others) {
      const sides = { ...truthOf(overlaps.truth[at]!), ...computedOf(overlaps.found[at]!) };
      add({ ...place, kind: "otherType", ...sides, iou: overlaps.ious[at]! });
    }
    for (const index of present) if (own![index] !== n) add({ ...place, kind: "missed", ...truthOf(index) });
    for (const index of computed) if (other![index] !== n) add({ ...place, kind: "extra", ...computedOf(index) });
    frames.push({ ...place, missed, extra, otherType: others.length });
  }
  if (matched !== undefined) addSwitches(measureClear(matched, minIou).switches);
  const mistakesOf = (frame: (typeof frames)[number]): number => frame.missed + frame.extra + frame.otherType;
  const total = counts.missed + counts.extra + counts.otherType + counts.switch;
  return {
    counts,
    rows: rows.toSorted((a, b) => a.pair - b.pair || a.frame - b.frame),
    leftOut: total - rows.length,
    frames: frames.toSorted((a, b) => mistakesOf(b) - mistakesOf(a)).slice(0, maxFrames),
    framesLeftOut: Math.max(0, frames.length - maxFrames),
  };

  function addSwitches(switches: ReturnType<typeof measureClear>["switches"]): void {
    // Ids are unique within one pair only.
    const keyOf = (frame: number, id: number): string => `${placeOf(frame).pair} ${id}`;
    const [own, other] = [all.truth, all.found].map(
      (tracks) => new Map(tracks.map(({ frames, id }, index) => [keyOf(frames[0]!, id), index])),
    );
    for (const { frame, truthId, from, to } of switches) {
      const [truth, found] = [own!.get(keyOf(frame, truthId))!, other!.get(keyOf(frame, to))!];
      add({ ...placeOf(frame), kind: "switch", ...truthOf(truth), ...computedOf(found), before: from });
    }
  }
}

function rowsOn({ starts, tracks }: FrameBoxes, frame: number): Uint32Array {
  return tracks.subarray(starts[frame], starts[frame + 1]);
}
