/** Reads the headers of ops in the core's log, whose layout is described in assembly/edit/op-log.ts. */
import { Entity } from "../border.ts";
import type { CoreInstance } from "../instance.ts";

const entityOffset = 4;
const idOffset = 8;
const frameOffset = 12;
const beforeLengthOffset = 16;

export interface Touched {
  readonly kind: "track" | "group";
  readonly id: number;
  /** Whether the track or group existed before the op. */
  readonly existedBefore: boolean;
}

/** The entities that the ops of a log range touch, in order. */
export function touchedBy(
  core: CoreInstance,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Touched[] {
  const view = core.view();
  const first = core.exports.log_address(start) >>> 0;
  const last = first + (end - start);
  const touched: Touched[] = [];
  for (let op = first; op < last; op += view.getUint32(op, true)) {
    const entity = view.getUint32(op + entityOffset, true);
    const isWhole = entity === Entity.track || entity === Entity.group;
    touched.push({
      kind: entity === Entity.group ? "group" : "track",
      id: view.getUint32(op + idOffset, true),
      existedBefore: !isWhole || view.getUint32(op + beforeLengthOffset, true) > 0,
    });
  }
  return touched;
}

/**
 * Adds the frames on which the ops of a log range change detections of a track. Returns false when one of them may
 * change any detection, or adds or deletes the track.
 */
export function addChangedFrames(
  core: CoreInstance,
  { start, end }: { readonly start: number; readonly end: number },
  id: number,
  frames: Set<number>,
): boolean {
  const view = core.view();
  const first = core.exports.log_address(start) >>> 0;
  const last = first + (end - start);
  for (let op = first; op < last; op += view.getUint32(op, true)) {
    const entity = view.getUint32(op + entityOffset, true);
    if (entity === Entity.group || view.getUint32(op + idOffset, true) !== id) continue;
    if (entity === Entity.keyframe) frames.add(view.getUint32(op + frameOffset, true));
    else if (entity !== Entity.pairs && entity !== Entity.texts) return false;
  }
  return true;
}
