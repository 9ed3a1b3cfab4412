/** The similarity of pictures, regardless of brightness and contrast. */
import { pictureOf, smallBytes, smallHeight, smallWidth, type SmallPictures } from "./small-pictures.ts";
import { type Place, smooth, statistics, warp } from "./place.ts";

/** Normalized pictures: mean 0, length 1, so that the product of two is their correlation. */
export interface Comparable {
  readonly count: number;
  readonly size: number;
  /** Integers, which take half the memory of floats. */
  readonly values: Int16Array;
  /** The factor for the values of each. */
  readonly factor: Float64Array;
  /** The original standard deviation of each, in gray levels; 0 if it is too flat to be recognized. */
  readonly deviation: Float32Array;
}

/** Steps per standard deviation: ten standard deviations fit. */
const steps = 3200;

/** Pictures that are flatter are black, or fog. */
const minDeviation = 2;

/** All pictures, cut to the part that the new ones show. @param place of the old ones; absent: unchanged */
export function makeComparable(pictures: SmallPictures, place?: Place): Comparable {
  const { count } = pictures;
  const values = new Int16Array(count * smallBytes);
  const deviation = new Float32Array(count);
  const factor = new Float64Array(count);
  const [warped, own] = [new Float32Array(smallBytes), new Float32Array(smallBytes)];
  for (let frame = 0; frame < count; frame++) {
    if (place === undefined) smooth(pictureOf(pictures, frame), own);
    else {
      warp(pictureOf(pictures, frame), place, warped);
      smooth(warped, own);
    }
    deviation[frame] = normalize(own);
    factor[frame] = store(own, values, frame);
  }
  return { count, size: smallBytes, values, factor, deviation };
}

/** Averages over 4 by 4 pixels: enough for the alignment, and 16 times as fast. */
export function makeCoarse({ count, values, deviation }: Comparable): Comparable {
  const step = 4;
  const [width, height] = [smallWidth / step, smallHeight / step];
  const own = new Float32Array(width * height);
  const coarse = new Int16Array(count * own.length);
  const factor = new Float64Array(count);
  for (let frame = 0; frame < count; frame++) {
    own.fill(0);
    for (let v = 0, at = frame * smallBytes; v < smallHeight; v++) {
      const row = Math.floor(v / step) * width;
      for (let u = 0; u < smallWidth; u++, at++) own[row + ((u / step) | 0)]! += values[at]!;
    }
    normalize(own);
    factor[frame] = store(own, coarse, frame);
  }
  return { count, size: own.length, values: coarse, factor, deviation };
}

/** @returns the factor that restores length 1, which rounding changes */
function store(picture: Float32Array, target: Int16Array, frame: number): number {
  const max = 32767;
  const unit = steps * Math.sqrt(picture.length);
  let squares = 0;
  for (let at = 0, to = frame * picture.length; at < picture.length; at++, to++) {
    const value = Math.min(max, Math.max(-max, Math.round(picture[at]! * unit)));
    target[to] = value;
    squares += value * value;
  }
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}

/** @returns its standard deviation; 0, and an empty picture, if it is too flat */
export function normalize(picture: Float32Array): number {
  const { mean, deviation } = statistics(picture);
  const isFlat = deviation < (picture.length === smallBytes ? minDeviation : 1e-9);
  const factor = isFlat ? 0 : 1 / (deviation * Math.sqrt(picture.length));
  for (let at = 0; at < picture.length; at++) picture[at] = (picture[at]! - mean) * factor;
  return isFlat ? 0 : deviation;
}

/** 1 for equal pictures, 0 for pictures that have nothing in common. */
export function correlation(a: Comparable, frameOfA: number, b: Comparable, frameOfB: number): number {
  const { size, values } = a;
  const other = b.values;
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
  for (let i = frameOfA * size, j = frameOfB * size, end = i + size; i < end; i += 4, j += 4) {
    sum0 += values[i]! * other[j]!;
    sum1 += values[i + 1]! * other[j + 1]!;
    sum2 += values[i + 2]! * other[j + 2]!;
    sum3 += values[i + 3]! * other[j + 3]!;
  }
  return (sum0 + sum1 + sum2 + sum3) * a.factor[frameOfA]! * b.factor[frameOfB]!;
}
