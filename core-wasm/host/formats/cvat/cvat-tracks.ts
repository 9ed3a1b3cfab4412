/** Tracks of CVAT: which of their shapes are keyframes, and skeletons whose points have their own tracks. */
import { pointsShape, type ReadShape, type XY } from "../exchange/shapes.ts";
import { areNear, boxBetween } from "./cvat-shapes.ts";

export type Values = Map<string, unknown>;

export interface Shape extends ReadShape {
  readonly frame: number;
  readonly isKeyframe: boolean;
  readonly isOutside: boolean;
  /** Whether interpolating boxes between keyframes gives the same. */
  readonly isBox: boolean;
  readonly attributes: Values;
}

export interface KeyframeShape extends Shape {
  /** No interpolation from here to the next one. */
  isEnd?: boolean;
  /** It was not a keyframe in the file. */
  readonly isSynthetic?: boolean;
}

export interface PartShape {
  readonly name: string;
  readonly frame: number;
  readonly isKeyframe: boolean;
  readonly isOccluded: boolean;
  /** Absent: outside. */
  readonly point: XY | undefined;
}

/**
 * The keyframes of a track. Computed shapes are left out, except for the last of a segment, which marks its end; where
 * the object leaves the picture, the keyframe before is an end.
 */
export function keyframesOf(shapes: readonly Shape[]): readonly KeyframeShape[] {
  const kept: KeyframeShape[] = [];
  let computed: Shape | undefined;
  /** Shapes since the last keyframe; the last of them is `computed`. */
  let between: Shape[] = [];
  let isInside = false;
  /** A shape that would be interpolated differently here must become a keyframe. */
  const keepOthers = (to: Shape): void => {
    const from = kept.at(-1);
    for (const shape of between) {
      if (from === undefined || shape === to || isInterpolatedHere(shape, from, to)) continue;
      kept.push({ ...shape, isSynthetic: true });
    }
    between = [];
  };
  const endStretch = (frame?: number): void => {
    if (isInside && computed !== undefined) keepOthers(computed);
    const last = kept.at(-1);
    if (isInside && computed !== undefined) kept.push({ ...computed });
    // Until the frame before it disappears, an object stays where it was.
    else if (isInside && last !== undefined && frame !== undefined && frame - 1 > last.frame) {
      kept.push({ ...last, frame: frame - 1 });
    }
    computed = undefined;
    between = [];
    isInside = false;
  };
  for (const shape of shapes) {
    if (shape.isOutside) endStretch(shape.frame);
    else if (shape.isKeyframe || !isInside) {
      const before = kept.at(-1);
      if (!isInside && before !== undefined) before.isEnd = true;
      if (isInside) keepOthers(shape);
      kept.push({ ...shape });
      computed = undefined;
      isInside = true;
    } else {
      computed = shape;
      between.push(shape);
    }
  }
  endStretch();
  return kept;
}

/** Joins points with their own tracks frame by frame. A point missing on a frame stays where it was. */
export function skeletonShapes(parts: readonly PartShape[]): readonly Shape[] {
  const frames = Map.groupBy(parts, ({ frame }) => frame);
  const points = new Map<string, PartShape>();
  return [...frames.keys()]
    .toSorted((a, b) => a - b)
    .map((frame): Shape => {
      const named = frames.get(frame) ?? [];
      for (const part of named) points.set(part.name, part);
      const there = [...points.values()].flatMap(({ name, point }) =>
        point === undefined ? [] : [[name, point] as const],
      );
      const isOutside = there.length === 0;
      const read: ReadShape = isOutside ? { bounds: [0, 0, 0, 0], features: [] } : pointsShape(there);
      const isKeyframe = named.some((part) => part.isKeyframe);
      const isOccluded = !isOutside && named.every((part) => part.isOccluded || part.point === undefined);
      const attributes: Values = isOccluded ? new Map([["occluded", true]]) : new Map();
      return { ...read, frame, isKeyframe, isOutside, isBox: false, attributes };
    });
}

/**
 * Boxes are interpolated between keyframes, including rotated ones; for other shapes only the file knows the values in
 * between.
 */
function isInterpolatedHere(shape: Shape, from: Shape, to: Shape): boolean {
  if (shape.box === undefined || from.box === undefined || to.box === undefined) return false;
  if (shape.isBox && from.isBox && to.isBox) return true;
  const share = (shape.frame - from.frame) / (to.frame - from.frame);
  return areNear(shape.box, boxBetween(from.box, to.box, share));
}
