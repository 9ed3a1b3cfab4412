/**
 * A calibrated pair of cameras, computed in the core: predictions from one picture to the other, and points in space.
 * The equations are cited there, in `assembly/stereo/`.
 */
import { loadModule, type CreateCoreOptions } from "../create-core.ts";
import { CoreInstance } from "../instance.ts";
import type { Bounds, Point } from "../types/basics.ts";
import type { Side } from "./side.ts";

export type { Side } from "./side.ts";

/** In the left camera's coordinates and in the unit of the calibration. */
export type SpaceVector = readonly [x: number, y: number, z: number];

/** Focal lengths and center in pixels, distortion coefficients as named by OpenCV. */
export interface Lens {
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  readonly k1?: number;
  readonly k2?: number;
  readonly k3?: number;
  readonly p1?: number;
  readonly p2?: number;
}

/** A calibration: a point X in the left camera's coordinates is `R X + T` in the right camera's. */
export interface Calibration {
  /** 9 numbers, or 3 rows of 3. */
  readonly R: readonly unknown[];
  /** 3 numbers, or 3 rows of 1. */
  readonly T: readonly unknown[];
  readonly calibrations: { readonly left: Lens; readonly right: Lens };
}

/** The same point on both pictures, pixels. */
export interface Seen {
  readonly left: Point;
  readonly right: Point;
}

export interface SpacePoint {
  readonly at: SpaceVector;
  /** 3 rows of 3. */
  readonly covariance: readonly number[];
  /** Distance of its projections from the given points, pixels: root mean square. */
  readonly rms: number;
}

export interface Measured {
  readonly length: number;
  /** Standard deviation of the length. */
  readonly uncertainty: number;
  readonly midpoint: SpaceVector;
  /** Distance of the midpoint from the left camera. */
  readonly range: number;
  /** Residual of both ends, pixels. */
  readonly rms: number;
}

/** Brightness, one byte per pixel, by rows. */
export interface GrayPicture {
  readonly pixels: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface Counterpart {
  readonly bounds: Bounds;
  /** Similarity of the two: normalized cross-correlation, -1..1. */
  readonly score: number;
}

/** Accuracy of points marked by hand: standard deviation, pixels. */
export const usualPickPx = 1;

const rigNumbers = 30;
const exchangeNumbers = 32;

/** `undefined`: its matrices are invalid. Throws `CoreError` `core-not-built` when core.wasm cannot be loaded. */
export async function createStereoRig(
  calibration: Calibration,
  options: CreateCoreOptions = {},
): Promise<StereoRig | undefined> {
  const numbers = numbersOf(calibration);
  return numbers && new StereoRig(new CoreInstance(await loadModule(options)), numbers);
}

export class StereoRig {
  readonly #core: CoreInstance;

  constructor(core: CoreInstance, numbers: readonly number[]) {
    this.#core = core;
    core.exports.core_clear();
    new Float64Array(core.exports.memory.buffer, core.exports.stereo_rig() >>> 0, rigNumbers).set(numbers);
  }

  /**
   * The point in space seen at a point of each picture; `undefined`: the rays do not meet in front of both cameras.
   */
  triangulate({ left, right }: Seen, pickPx = usualPickPx): SpacePoint | undefined {
    this.#exchange().set([...left, ...right]);
    if (this.#core.exports.stereo_triangulate(pickPx) === 0) return undefined;
    const [x = 0, y = 0, z = 0, ...rest] = this.#exchange().slice(0, 13);
    return { at: [x, y, z], covariance: rest.slice(0, 9), rms: rest[9] ?? 0 };
  }

  /** The length between two points visible on both pictures. */
  measure(head: Seen, tail: Seen, pickPx = usualPickPx): Measured | undefined {
    this.#exchange().set([...head.left, ...head.right, ...tail.left, ...tail.right]);
    if (this.#core.exports.stereo_measure(pickPx) === 0) return undefined;
    const [length = 0, uncertainty = 0, x = 0, y = 0, z = 0, range = 0, rms = 0] = this.#exchange();
    return { length, uncertainty, midpoint: [x, y, z], range, rms };
  }

  /**
   * Where the counterpart of a pixel can be on the other camera's picture, whose size is given: points from far to
   * near, empty when its ray does not cross the picture.
   */
  epipolarLine(from: Side, [x, y]: Point, { width, height }: { width: number; height: number }): readonly Point[] {
    const { exports } = this.#core;
    const count = exports.stereo_line(sideNumber(from), x, y, width, height);
    const numbers = new Float64Array(exports.memory.buffer, exports.stereo_line_points() >>> 0, count * 2);
    return Array.from({ length: count }, (_, at): Point => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);
  }

  /**
   * The box on the other picture with the same content as the box on this one; `undefined` when there is nothing to
   * compare.
   */
  findCounterpart(from: Side, bounds: Bounds, own: GrayPicture, other: GrayPicture): Counterpart | undefined {
    const { exports } = this.#core;
    const ownBytes = own.width * own.height;
    const start = exports.transfer_open(ownBytes + other.width * other.height) >>> 0;
    this.#core.bytes().set(own.pixels.subarray(0, ownBytes), start);
    this.#core.bytes().set(other.pixels.subarray(0, other.width * other.height), start + ownBytes);
    this.#exchange().set(bounds);
    const side = sideNumber(from);
    const { width, height } = own;
    if (exports.stereo_match(side, start, width, height, start + ownBytes, other.width, other.height) === 0) {
      return undefined;
    }
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, score = 0] = this.#exchange();
    return { bounds: [x1, y1, x2, y2], score };
  }

  #exchange(): Float64Array {
    const { exports } = this.#core;
    return new Float64Array(exports.memory.buffer, exports.stereo_exchange() >>> 0, exchangeNumbers);
  }
}

const sideNumber = (side: Side): number => (side === "left" ? 0 : 1);

/** In the order of `assembly/stereo/rig.ts`. */
function numbersOf({ R, T, calibrations: { left, right } }: Calibration): readonly number[] | undefined {
  const [rotation, translation] = [R.flat(), T.flat()];
  const numbers = [...lensNumbers(left), ...lensNumbers(right), ...rotation, ...translation];
  const isRig = rotation.length === 9 && translation.length === 3 && numbers.every((one) => Number.isFinite(one));
  const isSharp = left.fx > 0 && left.fy > 0 && right.fx > 0 && right.fy > 0;
  return isRig && isSharp ? (numbers as number[]) : undefined;
}

const lensNumbers = ({ fx, fy, cx, cy, k1 = 0, k2 = 0, k3 = 0, p1 = 0, p2 = 0 }: Lens): readonly number[] => [
  ...[fx, fy, cx, cy],
  ...[k1, k2, k3, p1, p2],
];
