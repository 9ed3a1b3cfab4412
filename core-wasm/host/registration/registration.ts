/**
 * How the picture of one camera maps onto that of another, from points that a person has found on both. The equations
 * are in the core, cited where they are (`assembly/registration/solve.ts`).
 */
import { loadModule, type CreateCoreOptions } from "../create-core.ts";
import { CoreInstance } from "../instance.ts";
import type { Point } from "../types/basics.ts";
import type { Transform } from "./transform.ts";

/** From the fewest freedoms to the most. */
export const transformTypes = ["translation", "rigid", "similarity", "affine", "homography"] as const;
export type TransformType = (typeof transformTypes)[number];

/** So many pairs determine it, where they lie well. */
export const leastPairs: Readonly<Record<TransformType, number>> = {
  translation: 1,
  rigid: 2,
  similarity: 2,
  affine: 3,
  homography: 4,
};

/**
 * Why pairs determine no transform: there are too few, they are all in one place, they lie on one line (or so that
 * several transforms fit as well), or what fits them does not take different points to different ones. In the order of
 * the core's answers.
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
  /** Of each pair, how far its point of A is taken from that of B; pixels of B. */
  readonly residuals: readonly number[];
  /** Root of their mean square. */
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
    // A copy: the transfer block need not lie where numbers of 8 bytes may be read.
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
