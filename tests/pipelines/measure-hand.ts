/** A hand that holds a pointer on a moving object, and how well that becomes a track. */
import { workingSize } from "#vision/pixels";
import { Follower } from "#vision/tracking/follower";
import type { BoxBounds } from "../../web/base/shape.ts";
import { overlap } from "../../web/editor/edits/assist/best-keyframe.ts";
import { PointerGuide } from "../../web/editor/edits/follow/pointer-guide.ts";
import { middleOf, PointerPath, withPointer } from "../../web/editor/edits/follow/pointer-path.ts";
import type { Found } from "../../web/editor/edits/follow/write-followed.ts";
import { clipHeight, clipWidth, makeClip, randomNumbers, type ClipOptions } from "./clips.ts";

/** Of the pictures, and of what the pointer reports. */
const [frameMs, moveMs] = [1000 / 30, 1000 / 60];
/** A hand trembles slower than pointers report: after this time it is off somewhere else. */
const trembleMs = 70;

export interface Hand {
  readonly lagMs: number;
  /** Standard deviation across and down. */
  readonly noisePx: number;
  readonly seed: number;
}

export interface HeldScores {
  /** Mean overlap with the truth where the object is in sight. */
  readonly both: number;
  readonly pointer: number;
  readonly tracker: number;
  /** The estimated lag of the hand. */
  readonly lagMs: number;
  /** Of the search, by the clip's time. */
  readonly load: number;
}

/** @param object which of the clip's; it must be there at the start */
export async function holdOn(options: ClipOptions, { lagMs, noisePx, seed }: Hand, object = 0): Promise<HeldScores> {
  const clip = makeClip(options);
  const truth = new Map(
    clip.truth[object]!.map(({ frame, bounds: { x1, y1, x2, y2 } }) => [frame, [x1, y1, x2, y2] as BoxBounds]),
  );
  const mover = options.movers[object]!;
  const random = randomNumbers(seed * 101 + 17);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const size = mover.at(0);
  const held = { x: size.halfWidth * (random() - 0.5), y: size.halfHeight * (random() - 0.5) };
  const lastMs = (options.frames - 1) * frameMs;
  const keep = Math.exp(-moveMs / trembleMs);
  const tremble = { x: noisePx * normal(), y: noisePx * normal() };
  const path = new PointerPath();
  let pressed: { x: number; y: number } | undefined;
  for (let ms = 0; ms <= lastMs; ms += moveMs) {
    const { x, y } = mover.at(Math.max(0, ms - lagMs) / lastMs);
    const at = { x: x + held.x + tremble.x, y: y + held.y + tremble.y };
    pressed ??= { x: x + held.x, y: y + held.y };
    path.moved(ms, at);
    for (const axis of ["x", "y"] as const) {
      tremble[axis] = keep * tremble[axis] + Math.sqrt(1 - keep * keep) * noisePx * normal();
    }
  }
  for (let frame = 0; frame < options.frames; frame++) path.recordShown(frame * frameMs + 8 * random(), frame);

  const first = truth.get(0)!;
  const start: Found = { frame: 0, bounds: first };
  const guide = new PointerGuide(path, start, pressed!, 1);
  const blind = path.holdFrom([], { x: pressed!.x - middleOf(first).x, y: pressed!.y - middleOf(first).y }, 15);
  const alone: Found[] = [start];
  let [guided, unguided]: (Follower | undefined)[] = [];
  let tookMs = 0;
  await clip.reader.read(({ frame, rgb }) => {
    const picture = { ...workingSize(clipWidth, clipHeight, 960), rgb };
    if (frame === 0) {
      const [x1, y1, x2, y2] = first;
      guided = new Follower(picture, { x1, y1, x2, y2 });
      unguided = new Follower(picture, { x1, y1, x2, y2 });
      return;
    }
    const before = performance.now();
    const found = guided!.nextNear(picture, guide.hintOn(frame));
    if (found !== undefined) guide.recordSeen(frame, [found.x1, found.y1, found.x2, found.y2]);
    tookMs += performance.now() - before;
    const { bounds } = unguided?.next(picture) ?? {};
    if (bounds === undefined) unguided = undefined;
    else alone.push({ frame, bounds: [bounds.x1, bounds.y1, bounds.x2, bounds.y2] });
  });
  const last = options.frames - 1;
  const score = (boxes: readonly Found[]): number => {
    const at = new Map(boxes.map(({ frame, bounds }) => [frame, bounds]));
    const frames = [...truth.keys()].filter((frame) => frame > 0);
    const sum = frames.reduce(
      (all, frame) => all + (at.has(frame) ? overlap(truth.get(frame)!, at.get(frame)!) : 0),
      0,
    );
    return sum / frames.length;
  };
  return {
    both: score(guide.boxes(last, lastMs)),
    pointer: score(withPointer([start], last, (frame) => path.middleOn(frame, blind))),
    tracker: score(alone),
    lagMs: guide.hold.lagMs,
    load: tookMs / lastMs,
  };
}
