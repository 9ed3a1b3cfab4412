/**
 * Soft edits: a box correction on one frame fades over the keyframes on both sides, so that a few corrections fix a
 * track with a keyframe on every frame. Keyframes outside the reach do not change.
 */

import type { AnnotationCore, EditTransaction, FrameNumber, TrackId } from "#core/types";
import { boundsOfShape, type Shape } from "../../base/shape.ts";
import type { EditAction } from "../../session/undo/edit-action.ts";
import { isUntouchedByPerson } from "../../session/document/origin.ts";
import { readBox } from "../tools/read-shapes.ts";
import type { Offset } from "../tools/tool.ts";
import { writeGeometry } from "../tools/write-shape.ts";

export const softEdit: EditAction = { kind: "track", change: "editSoftly" };

export type Box = Shape & { readonly kind: "rectangle" };

/** The reaches to choose from, in frames on each side; 0: only the edited frame. */
export const reaches = [0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500] as const;
/** The reach when soft edit is switched on. */
export const usualReach = 10;

/** The next larger reach (`by` 1) or smaller one (-1); stops at the ends. */
export function nextReach(reach: number, by: 1 | -1): number {
  const next = by === 1 ? reaches.find((each) => each > reach) : reaches.findLast((each) => each < reach);
  return next ?? reach;
}

/**
 * The share of a correction at this many frames away, 0..1: a cosine from 1 on the frame itself to 0 beyond the last
 * one.
 */
export function fading(distance: number, reach: number): number {
  return distance > reach ? 0 : (1 + Math.cos((Math.PI * distance) / (reach + 1))) / 2;
}

/**
 * Applies a share of the change that took another box `from` one place `to` another: each side, on whole pixels, and
 * the rotation.
 */
export function fadeBox(box: Box, from: Box, to: Box, share: number): Box {
  const part = (side: 0 | 1 | 2 | 3): number => box.bounds[side] + (to.bounds[side] - from.bounds[side]) * share;
  const [x1, x2] = inOrder(part(0), part(2), box.bounds[2] - box.bounds[0]);
  const [y1, y2] = inOrder(part(1), part(3), box.bounds[3] - box.bounds[1]);
  const angle = shortestAngle((to.rotation ?? 0) - (from.rotation ?? 0)) * share;
  const bounds = [x1, y1, x2, y2].map(Math.round) as unknown as Box["bounds"];
  return { ...box, bounds, ...(angle !== 0 && { rotation: (box.rotation ?? 0) + angle }) };
}

const minSizePx = 1;

/** If the sides of a much smaller box would cross, keep one pixel between them. */
function inOrder(low: number, high: number, before: number): readonly [number, number] {
  const min = Math.min(before, minSizePx);
  if (high - low >= min) return [low, high];
  const middle = (low + high) / 2;
  return [middle - min / 2, middle + min / 2];
}

function shortestAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

interface Neighbor {
  readonly frame: FrameNumber;
  /** Share of the correction, 0..1. */
  readonly share: number;
}

/**
 * The keyframes that a correction fades over. If the surrounding ones come from a tracker, a keyframe drawn or
 * corrected by a person ends the range on its side.
 */
export function neighborsOf(
  core: AnnotationCore,
  track: TrackId,
  frame: FrameNumber,
  reach: number,
): readonly Neighbor[] {
  if (reach === 0 || !core.hasTrack(track)) return [];
  const near = [...core.keyframes(track)].filter((each) => Math.abs(each - frame) <= reach) as FrameNumber[];
  const trackers = new Set(near.filter((each) => isUntouchedByPerson(core, track, each)));
  return ([-1, 1] as const).flatMap((side) => {
    const those = near.filter((each) => (each - frame) * side > 0);
    const drawn = trackers.size === 0 ? [] : those.filter((each) => !trackers.has(each));
    const end = Math.min(reach, ...drawn.map((each) => Math.abs(each - frame) - 1));
    return those
      .filter((each) => Math.abs(each - frame) <= end)
      .map((each) => ({ frame: each, share: fading(Math.abs(each - frame), end) }));
  });
}

interface Means {
  readonly tx: EditTransaction;
  readonly core: AnnotationCore;
}

/** Fades a change of the box over the surrounding keyframes. */
export function softenChange(
  { tx, core }: Means,
  track: TrackId,
  neighbors: readonly Neighbor[],
  from: Box,
  to: Box,
): void {
  for (const { frame, share } of neighbors) {
    const box = readBox(core, track, frame);
    if (box?.kind !== "rectangle") continue;
    const faded = fadeBox(box, from, to, share);
    if (isSame(faded, box)) continue;
    if ((faded.rotation ?? 0) !== 0) writeGeometry({ tx, core, track, frame }, faded);
    tx.detections.setBounds(track, frame, boundsOfShape(faded));
  }
}

function isSame(a: Box, b: Box): boolean {
  return a.bounds.every((side, n) => side === b.bounds[n]) && (a.rotation ?? 0) === (b.rotation ?? 0);
}

/** The same for a move, which also moves outlines, lines and points of the keyframes. */
export function softenMove({ tx, core }: Means, track: TrackId, neighbors: readonly Neighbor[], by: Offset): void {
  for (const { frame, share } of neighbors) {
    const bounds = core.detectionAt(track, frame)?.bounds;
    if (bounds === undefined) continue;
    const [dx, dy] = [Math.round(by.dx * share), Math.round(by.dy * share)];
    if (dx === 0 && dy === 0) continue;
    tx.detections.setBounds(track, frame, [bounds[0] + dx, bounds[1] + dy, bounds[2] + dx, bounds[3] + dy]);
    tx.detections.moveGeometry(track, frame, [dx, dy]);
  }
}
