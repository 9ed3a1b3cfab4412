/**
 * How a tracked object moves, turns and grows: points inside it are found by optical flow between its appearance on an
 * earlier picture and a patch of this one, which is already moved, scaled and turned as the last pose says. So little
 * motion remains to be found, and errors do not add up from picture to picture.
 */
import { areaOf, overlapOf, type Bounds } from "../bounds.ts";
import { OpticalFlow } from "../motion/optical-flow.ts";
import type { Pixels } from "../pixels.ts";
import {
  agreeing,
  compose,
  distance,
  fitSimilarity,
  invert,
  mapPoint,
  type Point,
  type Similarity,
} from "./similarity.ts";

/** Side of a patch, and the longer side of the object in it, in samples. */
const side = 128;
const objectSide = 80;
/** Points per row and column of the object's bounds. */
const density = 12;
/** How far a point may be from where the object was expected, in samples: what moves otherwise is not the object. */
const maxOff = 20;
/** Residual of the flow above which a point is not found. */
const maxResidual = 1;
/** Searches per picture: the second starts where the first has ended. */
const rounds = 2;
const minPoints = 8;
/** The share of the points that must agree; below the second one, the appearance is replaced by that of this picture. */
const minAgreeing = 0.35;
const minAlike = 0.5;
/** Change of size from picture to picture, at most. */
const maxGrowth = 1.15;
/** How much of the box that a tracker has found the object must fill: the intersection of both over their union. */
const minOverlap = 0.65;
/** Thinner objects only move and grow as their boxes do: windows around their points show mostly other things. Samples. */
const minThickness = 28;
/** After so many pictures on which too few points agree, the object is taken to look as it does now. */
const maxBlind = 8;

export class PoseTracker {
  /** From samples, counted from the middle of the patch, to pixels of the last picture. */
  #pose: Similarity;
  readonly #first: Similarity;
  /** In samples. */
  readonly #outline: readonly Point[];
  readonly #points: readonly Point[];
  #template: Pixels;
  /** Where the tracker has found it last. */
  #last: Bounds;
  /** On how many of the last pictures too few points agreed. */
  #blind = 0;

  /** @param outline of the object on the picture, without holes; default: the ellipse in its bounds */
  constructor(picture: Pixels, bounds: Bounds, outline: readonly Point[] = ellipseIn(bounds)) {
    const { x1, y1, x2, y2 } = bounds;
    const scale = Math.max(2, x2 - x1, y2 - y1) / objectSide;
    this.#first = { a: scale, b: 0, x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    this.#pose = this.#first;
    const toSamples = invert(this.#pose);
    this.#outline = outline.map((point) => mapPoint(toSamples, point));
    this.#points = thicknessOf(this.#outline) < minThickness ? [] : pointsWithin(this.#outline);
    this.#template = samplePatch(picture, this.#pose);
    this.#last = bounds;
  }

  /** @param near where a tracker has found it on the next picture. @returns the motion from the first picture */
  next(picture: Pixels, near: Bounds): Similarity {
    const expected = movedLike(this.#pose, this.#last, near);
    this.#last = near;
    let pose = expected;
    let share = 0;
    for (let round = 0; round < rounds && this.#points.length >= minPoints; round++) {
      const found = this.#align(picture, pose);
      share = found.share;
      if (found.change !== undefined) pose = compose(pose, found.change);
    }
    const isKnown = share >= minAgreeing && this.#isLikely(pose, expected, near);
    this.#pose = isKnown ? pose : expected;
    this.#blind = isKnown ? 0 : this.#blind + 1;
    if (isKnown ? share < minAlike : this.#blind % maxBlind === 0) this.#template = samplePatch(picture, this.#pose);
    return compose(this.#pose, invert(this.#first));
  }

  /** Of about the same size as before, and where the tracker has found it. */
  #isLikely(pose: Similarity, before: Similarity, near: Bounds): boolean {
    const growth = Math.hypot(pose.a, pose.b) / Math.hypot(before.a, before.b);
    const bounds = boundsOf(this.#outline.map((point) => mapPoint(pose, point)));
    return growth < maxGrowth && growth > 1 / maxGrowth && overlapOf(bounds, near) >= minOverlap;
  }

  /** The change of the pose that aligns this picture with the template, and the share of points that agree with it. */
  #align(picture: Pixels, pose: Similarity): { readonly change?: Similarity; readonly share: number } {
    const patch = samplePatch(picture, pose);
    equalize(patch, this.#template, this.#points);
    const flow = sharedFlow();
    flow.see(this.#template);
    flow.see(patch);
    const found = flow.find(this.#points.map(({ x, y }) => ({ x: x + side / 2, y: y + side / 2 })));
    const pairs = this.#points.flatMap((from, n) => {
      const { x, y, residual } = found[n]!;
      const to = { x: x - side / 2, y: y - side / 2 };
      return residual < maxResidual && Math.hypot(to.x - from.x, to.y - from.y) < maxOff ? [{ from, to }] : [];
    });
    const agreed = agreeing(pairs);
    if (agreed.length < minPoints) return { share: 0 };
    return { share: agreed.length / this.#points.length, change: fitSimilarity(agreed) };
  }
}

let flow: OpticalFlow | undefined;

/** The one of this thread. */
function sharedFlow(): OpticalFlow {
  flow ??= new OpticalFlow(side, side, density * density);
  return flow;
}

/** The patch of a picture, in gray; outside the picture, its border is repeated. */
function samplePatch({ rgb, width, height }: Pixels, { a, b, x, y }: Similarity): Pixels {
  const patch = new Uint8Array(side * side * 3);
  const [maxX, maxY, down] = [width - 1, height - 1, width * 3];
  for (let row = 0, to = 0; row < side; row++) {
    const v = row + 0.5 - side / 2;
    for (let column = 0; column < side; column++, to += 3) {
      const u = column + 0.5 - side / 2;
      const fromX = Math.max(0, Math.min(maxX, x + a * u - b * v - 0.5));
      const fromY = Math.max(0, Math.min(maxY, y + b * u + a * v - 0.5));
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, lower] = [fromX - left, fromY - top];
      const at = (top * width + left) * 3;
      const [next, below] = [left < maxX ? 3 : 0, top < maxY ? down : 0];
      const upper = gray(rgb, at) * (1 - right) + gray(rgb, at + next) * right;
      const under = gray(rgb, at + below) * (1 - right) + gray(rgb, at + below + next) * right;
      const value = upper + (under - upper) * lower;
      patch[to] = value;
      patch[to + 1] = value;
      patch[to + 2] = value;
    }
  }
  return { width: side, height: side, rgb: patch };
}

const gray = (rgb: Uint8Array, at: number): number => 0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!;

/** Gives a patch the brightness and contrast of the other one inside the object. */
function equalize({ rgb }: Pixels, other: Pixels, points: readonly Point[]): void {
  const wanted = lightOf(other.rgb, points);
  const own = lightOf(rgb, points);
  const gain = Math.max(0.5, Math.min(2, wanted.spread / own.spread));
  for (let at = 0; at < rgb.length; at++) {
    rgb[at] = Math.max(0, Math.min(255, wanted.mean + (rgb[at]! - own.mean) * gain));
  }
}

function lightOf(rgb: Uint8Array, points: readonly Point[]): { mean: number; spread: number } {
  let [sum, squares] = [0, 0];
  for (const { x, y } of points) {
    const value = rgb[3 * (Math.floor(y + side / 2) * side + Math.floor(x + side / 2))]!;
    sum += value;
    squares += value * value;
  }
  const mean = sum / points.length;
  return { mean, spread: Math.sqrt(Math.max(1, squares / points.length - mean * mean)) };
}

/** Points of a grid inside an outline. */
function pointsWithin(outline: readonly Point[]): readonly Point[] {
  const { x1, y1, x2, y2 } = boundsOf(outline);
  return Array.from({ length: density * density }, (_, n) => ({
    x: x1 + ((x2 - x1) * ((n % density) + 0.5)) / density,
    y: y1 + ((y2 - y1) * (Math.floor(n / density) + 0.5)) / density,
  })).filter((point) => isWithin(outline, point));
}

function isWithin(outline: readonly Point[], { x, y }: Point): boolean {
  let isInside = false;
  let before = outline.at(-1)!;
  for (const corner of outline) {
    const isCrossed = corner.y > y !== before.y > y;
    if (isCrossed && x < corner.x + ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y)) {
      isInside = !isInside;
    }
    before = corner;
  }
  return isInside;
}

/** The diameter of a circle; about twice the width of a strip. */
function thicknessOf(outline: readonly Point[]): number {
  let [area, length] = [0, 0];
  let before = outline.at(-1)!;
  for (const corner of outline) {
    area += (before.x * corner.y - corner.x * before.y) / 2;
    length += distance(before, corner);
    before = corner;
  }
  return length === 0 ? 0 : (4 * Math.abs(area)) / length;
}

function ellipseIn({ x1, y1, x2, y2 }: Bounds): readonly Point[] {
  return Array.from({ length: 24 }, (_, n) => {
    const angle = (2 * Math.PI * n) / 24;
    return {
      x: (x1 + x2) / 2 + ((x2 - x1) / 2) * Math.cos(angle),
      y: (y1 + y2) / 2 + ((y2 - y1) / 2) * Math.sin(angle),
    };
  });
}

function boundsOf(points: readonly Point[]): Bounds {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [x1, x2] = [Math.min(x1, x), Math.max(x2, x)];
    [y1, y2] = [Math.min(y1, y), Math.max(y2, y)];
  }
  return { x1, y1, x2, y2 };
}

/** The pose moves and grows as a box does. */
function movedLike({ a, b, x, y }: Similarity, before: Bounds, after: Bounds): Similarity {
  const growth = Math.sqrt(areaOf(after) / areaOf(before));
  return {
    a: a * growth,
    b: b * growth,
    x: x + (after.x1 + after.x2 - before.x1 - before.x2) / 2,
    y: y + (after.y1 + after.y2 - before.y1 - before.y2) / 2,
  };
}
