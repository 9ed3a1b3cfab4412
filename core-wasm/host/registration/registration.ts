/**
 * How the picture of one camera maps onto that of another, from points that the user has marked on both. The equations
 * are in the core, cited there (`assembly/registration/solve.ts`).
 */
import { loadModule, type CreateCoreOptions } from "../create-core.ts";
import { CoreInstance } from "../instance.ts";
import type { Point } from "../types/basics.ts";
import type { Transform } from "./transform.ts";

/** In order of degrees of freedom. */
export const transformTypes = ["translation", "rigid", "similarity", "affine", "homography"] as const;
export type TransformType = (typeof transformTypes)[number];

/** Minimum number of pairs, if they are well placed. */
export const minPairs: Readonly<Record<TransformType, number>> = {
  translation: 1,
  rigid: 2,
  similarity: 2,
  affine: 3,
  homography: 4,
};

/**
 * Why pairs determine no transform: there are too few, they are all in one place, they are on one line (or placed so
 * that several transforms fit equally well), or the fitting transform does not map different points to different ones.
 * In the order of the core's results.
 */
export const registrationRefusals = ["tooFew", "onePlace", "oneLine", "notOneToOne"] as const;
export type RegistrationRefusal = (typeof registrationRefusals)[number];

/** The same point on both pictures, image pixels. */
export interface PointPair {
  readonly a: Point;
  readonly b: Point;
}

export interface Registered {
  readonly AtoB: Transform;
  readonly BtoA: Transform;
  /** For each pair, the distance between its mapped point of A and that of B; pixels of B. */
  readonly residuals: readonly number[];
  /** Root mean square of the residuals. */
  readonly rms: number;
}

export type SolveTransform = (type: TransformType, pairs: readonly PointPair[]) => Registered | RegistrationRefusal;

/** Throws `CoreError` `core-not-built` when core.wasm cannot be loaded. */
export async function createTransformSolver(options: CreateCoreOptions = {}): Promise<SolveTransform> {
  const core = new CoreInstance(await loadModule(options));
  const { exports } = core;
  exports.core_clear();
  return (type, pairs) => {
    const start = exports.transfer_open(Math.max(1, pairs.length) * 32) >>> 0;
    const numbers = new Float64Array(pairs.length * 4);
    for (const [at, { a, b }] of pairs.entries()) numbers.set([...a, ...b], at * 4);
    core.bytes().set(new Uint8Array(numbers.buffer), start);
    const answer = exports.registration_solve(transformTypes.indexOf(type), start, pairs.length);
    if (answer !== 0) return registrationRefusals[answer - 1] ?? "notOneToOne";
    const result = new Float64Array(exports.memory.buffer, exports.registration_result() >>> 0, 19).slice();
    // Copied, since the transfer block need not be aligned for 8-byte numbers.
    const moved = core.bytes().slice(start, start + numbers.byteLength);
    const after = new Float64Array(moved.buffer, moved.byteOffset, numbers.length);
    return {
      AtoB: rowsOf(result.subarray(0, 9)),
      BtoA: rowsOf(result.subarray(9, 18)),
      residuals: pairs.map((_, at) => after[at * 4] ?? 0),
      rms: result[18] ?? 0,
    };
  };
}

const rowsOf = (numbers: Float64Array): Transform => [0, 3, 6].map((at) => [...numbers.subarray(at, at + 3)]);
