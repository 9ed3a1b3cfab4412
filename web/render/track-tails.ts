/**
 * The past and future positions of a frame's tracks: a line through the centers of their boxes, bridging frames without
 * one. Boxes of neighboring frames are cached, so that a step queries one frame.
 */
import type { ShownTracks, FrameNumber } from "#core/types";
import { wholeRows } from "./gl.ts";
import type { Origin } from "./view.ts";

/** Frames. */
export interface TailRange {
  readonly before: number;
  readonly after: number;
}

/** The default, if no tail length is set. */
export const defaultTailRange: TailRange = { before: 10, after: 5 };

/** Values of a segment: its ends, then the draw list entry and its opacity (0..1). */
export const texelsPerTailSegment = 2;

export interface Tails {
  readonly segmentCount: number;
  /** Image pixels relative to the draw list's origin; padded to whole rows of a data texture. */
  readonly values: Float32Array;
}

interface Centers {
  readonly trackIds: Uint32Array;
  /** x and y of each track, image pixels. */
  readonly at: Float64Array;
}

export class TrackTails {
  readonly #frames = new Map<number, Centers>();

  /** Call it when annotations or filters have changed. */
  forget(): void {
    this.#frames.clear();
  }

  /** @param trackIds of this frame's draw list, by entry */
  compute(
    shown: Pick<ShownTracks, "frameQuery">,
    frame: FrameNumber,
    trackIds: Uint32Array,
    origin: Origin,
    range: TailRange = defaultTailRange,
  ): Tails {
    const first = Math.max(0, frame - range.before);
    const last = frame + range.after;
    for (const kept of this.#frames.keys()) if (kept < first || kept > last) this.#frames.delete(kept);
    const entries = new Map<number, number>();
    for (const [entry, id] of trackIds.entries()) entries.set(id, entry);
    const segments: number[] = [];
    /** By entry: the track's last position, and its frame. */
    const before = trackIds.length;
    const lastX = new Float64Array(before);
    const lastY = new Float64Array(before);
    const lastFrame = new Int32Array(before).fill(-1);
    for (let at = first; at <= last; at++) {
      const centers = this.#centersOf(shown, at as FrameNumber, origin);
      const strength = strengthOf(at, frame, range);
      for (const [i, id] of centers.trackIds.entries()) {
        const entry = entries.get(id);
        if (entry === undefined) continue;
        const x = centers.at[i * 2]! - origin.x;
        const y = centers.at[i * 2 + 1]! - origin.y;
        if (lastFrame[entry]! >= 0 && (lastX[entry] !== x || lastY[entry] !== y)) {
          segments.push(lastX[entry]!, lastY[entry]!, x, y, entry, strength, 0, 0);
        }
        lastX[entry] = x;
        lastY[entry] = y;
        lastFrame[entry] = at;
      }
    }
    const values = new Float32Array(wholeRows(segments.length / 4) * 4);
    values.set(segments);
    return { segmentCount: segments.length / 8, values };
  }

  #centersOf(shown: Pick<ShownTracks, "frameQuery">, frame: FrameNumber, origin: Origin): Centers {
    const kept = this.#frames.get(frame);
    if (kept !== undefined) return kept;
    const { count, bounds, trackIds, originX, originY } = shown.frameQuery(frame, [origin.x, origin.y]);
    const at = new Float64Array(count * 2);
    for (let i = 0; i < count; i++) {
      at[i * 2] = originX + (bounds[i * 4]! + bounds[i * 4 + 2]!) / 2;
      at[i * 2 + 1] = originY + (bounds[i * 4 + 1]! + bounds[i * 4 + 3]!) / 2;
    }
    // The core's arrays are only valid until its next call.
    const centers = { trackIds: trackIds.slice(0, count), at };
    this.#frames.set(frame, centers);
    return centers;
  }
}

/**
 * Opacity of the segment that ends at a frame. It fades with distance in time; the future is fainter than the past.
 */
function strengthOf(at: number, frame: number, { before, after }: TailRange): number {
  return at <= frame ? 1 - (0.8 * (frame - at)) / (before + 1) : 0.55 - (0.4 * (at - 1 - frame)) / (after + 1);
}
