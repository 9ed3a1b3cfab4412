/**
 * Finds which part of the old pictures the new ones show. It tries the whole picture, then every part of coarse pictures at
 * every size (a few new pictures against many old ones), and then refines the result; several pictures must agree.
 */
import { normalize } from "./likeness.ts";
import { pictureOf, smallBytes, smallHeight, smallWidth, type SmallPictures } from "./small-pictures.ts";
import { type Place, refinePlace, smooth, statistics, warp, wholePicture } from "./place.ts";

/** How many new pictures to search for. */
const anchors = 8;
/** How many old pictures to search; in a longer video, the neighbors of the best ones as well. */
const maxOld = 120;
/** How many likely places to refine for each new picture. */
const tried = 12;
const minCoarse = 0.5;
/** Another place explains the pictures equally well if the difference there is less than this many times larger. */
const rivalFactor = 3;
const rivalFloor = 0.0003;
const coarseWidth = 32;
const coarseHeight = 24;
/** Correlation of pictures that show the same part of the same picture, once the place is exact. */
const minAgreeing = 0.93;
/** How many pictures must agree, and by what share of a picture they may differ. */
const minAnchors = 3;
const maxApart = 0.012;
/** How far a place may extend beyond the old picture, as a share of it: less than a pixel of a small picture. */
const maxOutside = 0.003;

interface Found {
  readonly place: Place;
  readonly likeness: number;
  readonly oldFrame: number;
  readonly freshFrame: number;
}

/** `undefined`: several pictures agree on no part, or two parts explain them equally well. */
export function findPlace(old: SmallPictures, fresh: SmallPictures): Place | undefined {
  const searched = searchedOf(old);
  const anchors = pickAnchors(fresh).flatMap((frame) => findAnchor(old, searched, fresh, frame));
  const agreeing = findConsensusMatches(anchors);
  if (agreeing.length < minAnchors) return undefined;
  const best = agreeing.toSorted((a, b) => b.likeness - a.likeness)[0]!;
  // With a camera that pans or zooms, a part of one picture looks like another part of a picture from another time.
  const others = findConsensusMatches(anchors.filter(({ place }) => distance(place, best.place) > 2 * maxApart));
  const isRival = others.length >= minAnchors && others.length * 2 > agreeing.length;
  if (isRival && meanDifference(others) < rivalFactor * meanDifference(agreeing) + rivalFloor) return undefined;
  const pairs = agreeing.map((one) => ({
    old: pictureOf(old, one.oldFrame),
    fresh: smoothed(pictureOf(fresh, one.freshFrame)),
  }));
  const place = refinePlace(pairs, best.place);
  if (place === undefined || distance(place, best.place) > maxApart) return undefined;
  // Prefer the whole picture if it explains as much: a difference of less than a pixel is chance.
  const differences = (at: Place): number =>
    pairs.reduce((sum, pair) => sum + 1 - likenessOf(pair.old, at, pair.fresh), 0);
  const isWhole =
    distance(place, wholePicture) < 0.005 &&
    differences(wholePicture) <= 1.2 * differences(place) + 1e-4 * pairs.length;
  if (isWhole) return wholePicture;
  // A copy shows nothing from outside the old picture: a place that extends beyond it is slightly off.
  const inside = withinPicture(place);
  if (distance(place, inside) <= maxOutside) return place;
  return differences(inside) <= 1.5 * differences(place) + 1e-3 * pairs.length ? inside : undefined;
}

/** The part of the place that is inside of the old picture. */
function withinPicture({ scaleX, scaleY, offsetX, offsetY }: Place): Place {
  const [left, top] = [Math.max(0, offsetX), Math.max(0, offsetY)];
  const [right, bottom] = [Math.min(1, offsetX + scaleX), Math.min(1, offsetY + scaleY)];
  return { scaleX: right - left, scaleY: bottom - top, offsetX: left, offsetY: top };
}

/** The best match of each new picture in the place that most of them agree on. */
function findConsensusMatches(found: readonly Found[]): readonly Found[] {
  let max: readonly Found[] = [];
  for (const { place } of found) {
    const near = found.filter((other) => distance(place, other.place) <= maxApart);
    const each = [...Map.groupBy(near, ({ freshFrame }) => freshFrame).values()].map((own) =>
      own.reduce((best, one) => (one.likeness > best.likeness ? one : best)),
    );
    if (each.length > max.length || (each.length === max.length && meanDifference(each) < meanDifference(max)))
      max = each;
  }
  return max;
}

const meanDifference = (found: readonly Found[]): number =>
  found.reduce((sum, { likeness }) => sum + 1 - likeness, 0) / found.length;

function distance(a: Place, b: Place): number {
  const corners = [0, 1].map((at) => [
    Math.abs(a.scaleX * at + a.offsetX - b.scaleX * at - b.offsetX),
    Math.abs(a.scaleY * at + a.offsetY - b.scaleY * at - b.offsetY),
  ]);
  return Math.max(...corners.flat());
}

/** New pictures at even distances that are not flat. */
function pickAnchors(fresh: SmallPictures): readonly number[] {
  const frames: number[] = [];
  for (let index = 0; index < anchors; index++) {
    const frame = Math.floor(((index + 0.5) / anchors) * fresh.count);
    const picture = Float32Array.from(pictureOf(fresh, frame));
    if (normalize(picture) > 0 && !frames.includes(frame)) frames.push(frame);
  }
  return frames;
}

interface Candidate {
  readonly place: Place;
  readonly oldFrame: number;
  readonly likeness: number;
}

/** Every `stride`th of the old pictures. */
interface Searched {
  readonly stride: number;
  readonly pictures: readonly Coarse[];
}

function searchedOf(old: SmallPictures): Searched {
  const stride = Math.max(1, Math.ceil(old.count / maxOld));
  const count = Math.ceil(old.count / stride);
  return { stride, pictures: Array.from({ length: count }, (_, index) => coarseOf(pictureOf(old, index * stride))) };
}

/** All places where it is found. */
function findAnchor(
  old: SmallPictures,
  searched: Searched,
  fresh: SmallPictures,
  freshFrame: number,
): readonly Found[] {
  const { stride, pictures } = searched;
  const picture = smoothed(pictureOf(fresh, freshFrame));
  const shape = fresh.width / fresh.height / (old.width / old.height);
  const templates = templatesOf(picture, shape);
  // The best old picture for each place.
  const candidates = new Map<string, Candidate>();
  for (const [index, coarse] of pictures.entries()) {
    const oldFrame = index * stride;
    for (const template of templates) {
      const { place, likeness } = bestPosition(coarse, template);
      const key = Object.values(place)
        .map((value) => Math.round(value * 24))
        .join(" ");
      if (likeness > Math.max(minCoarse, candidates.get(key)?.likeness ?? 0))
        candidates.set(key, { oldFrame, place, likeness });
    }
  }
  const likely = [...candidates.values()].toSorted((a, b) => b.likeness - a.likeness).slice(0, tried);
  return likely.flatMap((candidate) => {
    const exact = refineCandidate(old, picture, candidate, stride);
    return exact === undefined || exact.likeness < minAgreeing ? [] : [{ ...exact, freshFrame }];
  });
}

/** The exact place, and the best match among the old pictures between the examined ones. */
function refineCandidate(
  old: SmallPictures,
  picture: Float32Array,
  { place, oldFrame }: Candidate,
  stride: number,
): Candidate | undefined {
  let [frame, known]: [number, Place] = [oldFrame, place];
  for (let round = 0; round < 2; round++) {
    const refined = refinePlace([{ old: pictureOf(old, frame), fresh: picture }], known);
    if (refined === undefined) return undefined;
    known = refined;
    const near = Array.from({ length: 2 * stride + 3 }, (_, at) => frame - stride - 1 + at);
    const inside = near.filter((one) => one >= 0 && one < old.count);
    frame = inside.reduce((best, one) =>
      likenessAt(old, one, known, picture) > likenessAt(old, best, known, picture) ? one : best,
    );
  }
  return { place: known, oldFrame: frame, likeness: likenessAt(old, frame, known, picture) };
}

function likenessAt(old: SmallPictures, frame: number, place: Place, picture: Float32Array): number {
  return likenessOf(pictureOf(old, frame), place, picture);
}

const [warped, compared] = [new Float32Array(smallBytes), new Float32Array(smallBytes)];

/** @param picture smoothed */
function likenessOf(old: ArrayLike<number>, place: Place, picture: Float32Array): number {
  warp(old, place, warped);
  smooth(warped, compared);
  const [a, b] = [statistics(compared), statistics(picture)];
  if (a.deviation < 1e-3 || b.deviation < 1e-3) return 0;
  let product = 0;
  for (let at = 0; at < smallBytes; at++) product += (compared[at]! - a.mean) * (picture[at]! - b.mean);
  return product / (smallBytes * a.deviation * b.deviation);
}

function smoothed(picture: ArrayLike<number>): Float32Array {
  const target = new Float32Array(smallBytes);
  smooth(picture, target);
  return target;
}

interface Template {
  readonly width: number;
  readonly height: number;
  /** Mean 0, length 1. */
  readonly values: Float32Array;
}

/** The new picture as it would look in a coarse old one, as that part of it. */
function templatesOf(picture: Float32Array, shape: number): readonly Template[] {
  const templates = new Map<string, Template>();
  for (let part = 1; part > 0.28; part *= 0.955) {
    // The largest width for this share of the larger side.
    const [partX, partY] = shape >= 1 ? [part, part / shape] : [part * shape, part];
    const [width, height] = [Math.round(partX * coarseWidth), Math.round(partY * coarseHeight)];
    if (width < 6 || height < 5) continue;
    const values = shrink(picture, width, height);
    normalize(values);
    templates.set(`${width} ${height}`, { width, height, values });
  }
  return [...templates.values()];
}

/** Averages over areas. */
function shrink(picture: ArrayLike<number>, width: number, height: number): Float32Array {
  const small = new Float32Array(width * height);
  for (let v = 0; v < height; v++) {
    const [top, bottom] = [Math.floor((v * smallHeight) / height), Math.ceil(((v + 1) * smallHeight) / height)];
    for (let u = 0; u < width; u++) {
      const [left, right] = [Math.floor((u * smallWidth) / width), Math.ceil(((u + 1) * smallWidth) / width)];
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += picture[y * smallWidth + x]!;
      small[v * width + u] = sum / ((bottom - top) * (right - left));
    }
  }
  return small;
}

/** A coarse old picture, with what makes sums over any of its rectangles cheap. */
interface Coarse {
  readonly values: Float32Array;
  /** Of all pixels above and to the left; one row and one column more than the picture. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

const sumsWidth = coarseWidth + 1;

function coarseOf(picture: ArrayLike<number>): Coarse {
  const values = shrink(picture, coarseWidth, coarseHeight);
  const sums = new Float64Array(sumsWidth * (coarseHeight + 1));
  const squares = new Float64Array(sums.length);
  for (let v = 0; v < coarseHeight; v++) {
    let [sum, square] = [0, 0];
    for (let u = 0; u < coarseWidth; u++) {
      const value = values[v * coarseWidth + u]!;
      sum += value;
      square += value * value;
      const at = (v + 1) * sumsWidth + u + 1;
      sums[at] = sums[at - sumsWidth]! + sum;
      squares[at] = squares[at - sumsWidth]! + square;
    }
  }
  return { values, sums, squares };
}

function bestPosition(coarse: Coarse, { width, height, values }: Template): { place: Place; likeness: number } {
  const { sums, squares } = coarse;
  let [best, bestX, bestY] = [-1, 0, 0];
  for (let y = 0; y + height <= coarseHeight; y++) {
    for (let x = 0; x + width <= coarseWidth; x++) {
      let product = 0;
      for (let v = 0, at = 0; v < height; v++) {
        const end = at + width;
        for (let from = (y + v) * coarseWidth + x; at < end; at++, from++)
          product += coarse.values[from]! * values[at]!;
      }
      const top = y * sumsWidth + x;
      const bottom = top + height * sumsWidth;
      const sum = sums[bottom + width]! - sums[bottom]! - sums[top + width]! + sums[top]!;
      const square = squares[bottom + width]! - squares[bottom]! - squares[top + width]! + squares[top]!;
      const spread = Math.sqrt(Math.max(1e-6, square - (sum * sum) / values.length));
      if (product / spread > best) [best, bestX, bestY] = [product / spread, x, y];
    }
  }
  const scale = { scaleX: width / coarseWidth, scaleY: height / coarseHeight };
  return { place: { ...scale, offsetX: bestX / coarseWidth, offsetY: bestY / coarseHeight }, likeness: best };
}
