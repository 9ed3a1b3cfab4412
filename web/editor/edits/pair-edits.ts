/** Edits of single type-confidence pairs of a track: each is one step and leaves the other pairs alone. */

import type { ConfidencePair, TrackId } from "#core/types";
import type { Editing, Typing } from "./editing.ts";

/** The type the user accepts becomes the only pair. */
export function acceptPair(editor: Editing & Typing, id: TrackId, type: string): void {
  if (
    editor.transact({ kind: "track", change: "setPairs" }, (tx) =>
      tx.tracks.setPairs(id, [{ type, confidence: 1 }]),
    ) !== undefined
  ) {
    editor.types.recordAssigned(type);
  }
}

/** Sets a confidence (0 .. 1), adding the type if the track does not have it. */
export function setPair(editor: Editing, id: TrackId, type: string, confidence: number): void {
  const { pairs } = editor.workspace.core.track(id);
  const before = pairs.find((pair) => pair.type === type);
  const wanted: ConfidencePair = { type, confidence: Math.min(1, Math.max(0, confidence)) };
  if (type === "" || !Number.isFinite(confidence) || before?.confidence === wanted.confidence) return;
  if (before === undefined) editor.workspace.display.types.recordUsed(type);
  const others = pairs.filter((pair) => pair !== before);
  editor.transact({ kind: "track", change: "setPairs" }, (tx) => tx.tracks.setPairs(id, [...others, wanted]));
}

/** The last pair stays: every track has a type. */
export function removePair(editor: Editing, id: TrackId, type: string): void {
  const left = editor.workspace.core.track(id).pairs.filter((pair) => pair.type !== type);
  if (left.length > 0) editor.transact({ kind: "track", change: "setPairs" }, (tx) => tx.tracks.setPairs(id, left));
}
