/** Fixes problems found by the rules that have exactly one plausible fix. All given places become one step. */

import type { AnnotationCore, Bounds, IssueFacts, IssuePlace, IssueRule, EditTransaction, TrackId } from "#core/types";
import type { Opened, Playing } from "./editing.ts";

type Fix = (tx: EditTransaction, places: readonly IssuePlace[], core: AnnotationCore, facts: IssueFacts) => void;

const fixes: Partial<Readonly<Record<IssueRule, Fix>>> = {
  "box-inverted": (tx, places, core) => {
    for (const { trackId, frame } of places) {
      const bounds = core.detectionAt(trackId, frame)?.bounds;
      if (bounds !== undefined) tx.detections.setBounds(trackId, frame, upright(bounds));
    }
  },
  "box-empty": removeDetections,
  "box-duplicate": removeDetections,
  "box-outside": (tx, places, core, { pictureSize, pictureSizes }) => {
    const outside: IssuePlace[] = [];
    for (const place of places) {
      const bounds = core.detectionAt(place.trackId, place.frame)?.bounds;
      const size = pictureSizes?.[place.frame] ?? pictureSize;
      if (bounds === undefined || size === undefined) continue;
      const [x1, y1, x2, y2] = upright(bounds);
      const { width, height } = size;
      const kept: Bounds = [Math.max(0, x1), Math.max(0, y1), Math.min(width, x2), Math.min(height, y2)];
      if (kept[2] <= kept[0] || kept[3] <= kept[1]) outside.push(place);
      else tx.detections.setBounds(place.trackId, place.frame, kept);
    }
    removeDetections(tx, outside, core);
  },
  "confidence-out-of-range": (tx, places, core) => {
    for (const id of new Set(places.map(({ trackId }) => trackId))) {
      const pairs = core.track(id).pairs.map(({ type, confidence }) => ({ type, confidence: clamp(confidence) }));
      tx.tracks.setPairs(id, pairs);
    }
  },
  "frame-behind-last": (tx, places, core, { frameCount }) => {
    if (frameCount === undefined) return;
    for (const id of new Set(places.map(({ trackId }) => trackId))) {
      const { begin, end } = core.track(id);
      if (begin >= frameCount) tx.tracks.delete(id);
      else tx.detections.delete(id, frameCount as typeof begin, end);
    }
  },
};

export function canFix(rule: IssueRule): boolean {
  return fixes[rule] !== undefined;
}

/**
 * Fixes some places, or `"all"` that there are now: lists show the first ones only. Returns `false` if nothing can be
 * edited now.
 */
export function fixIssues(
  { workspace, player }: Opened & Playing,
  rule: IssueRule,
  asked: readonly IssuePlace[] | "all",
  facts: IssueFacts,
): boolean {
  const fix = fixes[rule];
  if (fix === undefined || workspace.editRefusal.peek() !== undefined) return false;
  const { core } = workspace;
  const places = asked === "all" ? core.listIssues(rule, facts, Infinity).places : asked;
  const frame = (places.length === 1 ? places[0]?.frame : undefined) ?? player.frame.peek();
  const existing = places.filter(({ trackId }) => core.hasTrack(trackId));
  const done = workspace.transact({ kind: "issues", change: "fix" }, frame as IssuePlace["frame"], (tx) =>
    fix(tx, existing, core, facts),
  );
  return done !== undefined;
}

/** Delete a track that has no detections left. */
function removeDetections(tx: EditTransaction, places: readonly IssuePlace[], core: AnnotationCore): void {
  const byTrack = Map.groupBy(places, ({ trackId }) => trackId);
  for (const [id, own] of byTrack as Map<TrackId, IssuePlace[]>) {
    const frames = [...new Set(own.map(({ frame }) => frame))];
    const gone = new Set<number>(frames);
    if (core.keyframes(id).every((frame) => gone.has(frame))) tx.tracks.delete(id);
    else for (const frame of frames) tx.detections.delete(id, frame, frame);
  }
}

function upright([x1, y1, x2, y2]: Bounds): Bounds {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

function clamp(confidence: number): number {
  return Number.isNaN(confidence) ? 0 : Math.min(1, Math.max(0, confidence));
}
