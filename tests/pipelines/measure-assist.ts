/** Accuracy of the viewer's assistants on synthetic clips: tracking, and the keyframes that are requested next. */
import { polygonIou } from "#core/metrics/polygon-iou";
import type { Bounds } from "#vision/bounds";
import { workingSize } from "#vision/pixels";
import { Follower } from "#vision/tracking/follower";
import { mapPoint, type Point } from "#vision/tracking/similarity";
import type { BoxBounds } from "../../web/base/shape.ts";
import {
  bestKeyframe,
  overlap,
  interpolateTracked,
  type TimedKeyframe,
} from "../../web/editor/edits/assist/best-keyframe.ts";
import { type ClipOptions, clipHeight, clipWidth, makeClip, type Mover } from "./clips.ts";

export interface Looked {
  readonly truth: readonly BoxBounds[];
  /** By frame: the tracker's observations, from the first frame on. */
  readonly forwards: ReadonlyMap<number, BoxBounds>;
  readonly backwards: ReadonlyMap<number, BoxBounds>;
}

/**
 * Tracks the first object of a clip in both directions, as the viewer does. @param upTo number of frames; default:
 * those on which it is present
 */
export async function lookThrough(options: ClipOptions, upTo?: number): Promise<Looked> {
  const clip = makeClip(options);
  const truth = clip.truth[0]!.map(({ bounds: { x1, y1, x2, y2 } }): BoxBounds => [x1, y1, x2, y2]);
  const pictures: Uint8Array[] = [];
  await clip.reader.read(({ rgb }) => void pictures.push(rgb.slice()));
  const run = (step: 1 | -1): ReadonlyMap<number, BoxBounds> => {
    const order = [...pictures.keys()].slice(0, upTo ?? truth.length);
    if (step === -1) order.splice(0, order.length, ...order.slice(0, truth.length).toReversed());
    const seen = new Map<number, BoxBounds>();
    let follower: Follower | undefined;
    let guesses = 0;
    for (const frame of order) {
      const picture = { ...workingSize(clipWidth, clipHeight, 960), rgb: pictures[frame]! };
      if (follower === undefined) {
        const [x1, y1, x2, y2] = truth[frame]!;
        follower = new Follower(picture, { x1, y1, x2, y2 });
        seen.set(frame, truth[frame]!);
        continue;
      }
      const { bounds } = follower.next(picture);
      if (bounds === undefined) {
        // Its last boxes were guesses.
        for (const last of [...seen.keys()].slice(seen.size - guesses)) seen.delete(last);
        break;
      }
      guesses = follower.unclear;
      seen.set(frame, [bounds.x1, bounds.y1, bounds.x2, bounds.y2]);
    }
    return seen;
  };
  return { truth, forwards: run(1), backwards: run(-1) };
}

/**
 * The outline of the first object, an ellipse, carried along from the first frame: for each frame its overlap with ground
 * truth, and that of the outline stretched with the tracked box. Lost frames count as 0.
 */
export async function carryOutline(options: ClipOptions): Promise<{ carried: number[]; stretched: number[] }> {
  const { frames, movers } = options;
  const size = { width: clipWidth, height: clipHeight };
  const outlineOn = (frame: number): Point[] => ellipseOf(movers[0]!.at(frame / (frames - 1)));
  const start = outlineOn(0);
  const first = boundsOf(start);
  const result = { carried: Array<number>(frames - 1).fill(0), stretched: Array<number>(frames - 1).fill(0) };
  let follower: Follower | undefined;
  let isLost = false;
  await makeClip(options).reader.read(({ frame, rgb }) => {
    const picture = { ...size, rgb };
    if (follower === undefined) {
      follower = new Follower(picture, first, { isCarrying: true, outline: start });
      return;
    }
    const step = isLost ? undefined : follower.next(picture);
    if (step?.bounds === undefined || step.motion === undefined) return void (isLost = true);
    const { bounds, motion } = step;
    const [scaleX, scaleY] = [widthOf(bounds) / widthOf(first), heightOf(bounds) / heightOf(first)];
    const stretch = ({ x, y }: Point) => ({
      x: bounds.x1 + (x - first.x1) * scaleX,
      y: bounds.y1 + (y - first.y1) * scaleY,
    });
    const truth = [[pairs(outlineOn(frame))]];
    result.carried[frame - 1] = polygonIou([[pairs(start.map((point) => mapPoint(motion, point)))]], truth);
    result.stretched[frame - 1] = polygonIou([[pairs(start.map(stretch))]], truth);
  });
  return result;
}

const pairs = (points: readonly Point[]): [number, number][] => points.map(({ x, y }) => [x, y]);
const widthOf = ({ x1, x2 }: Bounds): number => x2 - x1;
const heightOf = ({ y1, y2 }: Bounds): number => y2 - y1;

function ellipseOf({ x, y, halfWidth, halfHeight, turn = 0 }: ReturnType<Mover["at"]>): Point[] {
  const place = { a: Math.cos(turn), b: Math.sin(turn), x, y };
  return Array.from({ length: 24 }, (_, n) => {
    const angle = (2 * Math.PI * n) / 24;
    return mapPoint(place, { x: halfWidth * Math.cos(angle), y: halfHeight * Math.sin(angle) });
  });
}

function boundsOf(points: readonly Point[]): Bounds {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}

const keyframesOn = (truth: readonly BoxBounds[], frames: Iterable<number>): TimedKeyframe[] =>
  [...new Set(frames)].toSorted((a, b) => a - b).map((frame) => ({ frame, bounds: truth[frame]!, interpolates: true }));

export function meanOverlap(truth: readonly BoxBounds[], keyframes: readonly TimedKeyframe[]): number {
  let sum = 0;
  for (const [frame, box] of truth.entries()) {
    const next = keyframes.find((each) => each.frame >= frame)!;
    const before = keyframes.findLast((each) => each.frame <= frame)!;
    const share = next === before ? 0 : (frame - before.frame) / (next.frame - before.frame);
    const at = (n: 0 | 1 | 2 | 3): number => before.bounds[n] + (next.bounds[n] - before.bounds[n]) * share;
    sum += overlap(box, [at(0), at(1), at(2), at(3)]);
  }
  return sum / truth.length;
}

/**
 * Number of keyframes until the mean overlap is reached, with exact boxes: evenly spread, and where the viewer requests
 * them.
 */
export function keyframesNeeded(
  truth: readonly BoxBounds[],
  { forwards, backwards }: Pick<Looked, "forwards" | "backwards">,
  min = 0.9,
): { even: number; asked: number } {
  const last = truth.length - 1;
  const [begin, end] = keyframesOn(truth, [0, last]);
  // Backwards it only searches where it has lost the object.
  const seen = interpolateTracked({ first: begin!, last: end! }, forwards, forwards.has(last) ? new Map() : backwards);
  let even = 2;
  const evenly = (count: number) => Array.from({ length: count }, (_, n) => Math.round((n * last) / (count - 1)));
  while (meanOverlap(truth, keyframesOn(truth, evenly(even))) < min) even++;
  let asked = keyframesOn(truth, [0, last]);
  while (meanOverlap(truth, asked) < min) {
    const best = bestKeyframe(asked, seen);
    if (best === undefined) break;
    asked = keyframesOn(truth, [...asked.map(({ frame }) => frame), best.frame]);
  }
  return { even, asked: asked.length };
}
