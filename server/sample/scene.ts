/**
 * The sample scene: a harbour seen from above. Which actors are where, and when.
 *
 * Boats and a seal pass under the bridge and under the gulls; gulls fly over everything. Positions are pixels, times
 * are seconds. The scene is the same in every run.
 */

import { buoy, ferry, gull, kayak, sailboat, seal, speedboat } from "./silhouettes.ts";
import type { Silhouette } from "./silhouettes.ts";

export const sceneWidth = 640;
export const sceneHeight = 360;
export const sceneFps = 20;
export const sceneFrameCount = 160;
/** The image sequence has every n-th frame of the video. */
export const imageStep = 10;

/** The bridge covers these columns, the quay everything below this row. */
export const bridge = { left: 390, right: 442 } as const;
export const quayTop = 322;

type Knot = readonly [seconds: number, x: number, y: number];

export interface Actor {
  readonly type: string;
  /** Further guesses, as from a detector; the actor's own type comes first. */
  readonly pairs: readonly (readonly [type: string, confidence: number])[];
  /** Distance from the center in pixels beyond which nothing is painted. */
  readonly reach: number;
  readonly silhouette: Silhouette;
  readonly path: readonly Knot[];
  readonly flies?: boolean;
  /** Strength of the wake, 0..1, and its width at the stern in pixels. */
  readonly wake?: readonly [strength: number, width: number];
  /** The heading does not follow the path. */
  readonly still?: boolean;
}

/** The seal dives at 2.6 s and returns at 4.6 s. */
const sealDepth = (seconds: number): number => Math.max(0, Math.min(1, (seconds - 2.6) * 3, (5 - seconds) * 3));

/** In the order they are painted; the index is the track id. */
export const actors: readonly Actor[] = [
  {
    type: "buoy",
    pairs: [["buoy", 0.99]],
    reach: 10,
    silhouette: buoy(7, [214, 58, 44]),
    path: [
      [0, 556, 196],
      [2, 558, 198],
      [4, 555, 199],
      [6, 557, 195],
      [8, 556, 197],
    ],
    still: true,
  },
  {
    type: "buoy",
    pairs: [["buoy", 0.97]],
    reach: 10,
    silhouette: buoy(6, [58, 150, 84]),
    path: [
      [0, 318, 292],
      [2, 316, 291],
      [4, 319, 293],
      [6, 317, 294],
      [8, 318, 292],
    ],
    still: true,
  },
  {
    type: "seal",
    pairs: [
      ["seal", 0.81],
      ["kayak", 0.11],
    ],
    reach: 30,
    silhouette: seal(38, 13, sealDepth),
    path: [
      [0, 612, 262],
      [2, 574, 284],
      [4, 530, 272],
      [6, 494, 290],
      [8, 452, 278],
    ],
  },
  {
    type: "ferry",
    pairs: [["ferry", 0.98]],
    reach: 66,
    silhouette: ferry(124, 42),
    path: [
      [-1, -140, 226],
      [1, -8, 232],
      [3, 124, 238],
      [5, 258, 240],
      [7, 390, 234],
      [9, 520, 226],
    ],
    wake: [0.8, 20],
  },
  {
    type: "kayak",
    pairs: [
      ["kayak", 0.9],
      ["seal", 0.05],
    ],
    reach: 20,
    silhouette: kayak(34, 8, [238, 128, 40]),
    path: [
      [-1, 146, 22],
      [1, 158, 52],
      [3, 176, 88],
      [5, 206, 122],
      [7, 240, 150],
      [9, 280, 176],
    ],
    wake: [0.3, 4],
  },
  {
    type: "kayak",
    pairs: [
      ["kayak", 0.86],
      ["speedboat", 0.08],
    ],
    reach: 20,
    silhouette: kayak(34, 8, [116, 196, 84]),
    path: [
      [-1, 116, 46],
      [1, 126, 78],
      [3, 150, 112],
      [5, 186, 142],
      [7, 216, 174],
      [9, 250, 196],
    ],
    wake: [0.3, 4],
  },
  {
    type: "sailboat",
    pairs: [
      ["sailboat", 0.95],
      ["ferry", 0.03],
    ],
    reach: 36,
    silhouette: sailboat(62, 19),
    path: [
      [-1, 640, 40],
      [1, 556, 66],
      [3, 462, 84],
      [5, 366, 84],
      [7, 282, 68],
      [9, 206, 40],
    ],
    wake: [0.35, 8],
  },
  {
    type: "speedboat",
    pairs: [["speedboat", 0.93]],
    reach: 26,
    silhouette: speedboat(46, 17, [38, 92, 168]),
    path: [
      [0.2, 20, 330],
      [1, 46, 196],
      [2, 170, 176],
      [3, 330, 150],
      [4, 482, 142],
      [5, 640, 96],
      [6, 800, 30],
    ],
    wake: [1, 9],
  },
  {
    type: "speedboat",
    pairs: [
      ["speedboat", 0.62],
      ["sailboat", 0.31],
    ],
    reach: 26,
    silhouette: speedboat(42, 16, [190, 46, 62]),
    path: [
      [3.6, 780, 226],
      [4.6, 640, 160],
      [5.6, 512, 128],
      [6.6, 390, 148],
      [7.6, 300, 200],
      [8.6, 150, 190],
    ],
    wake: [1, 9],
  },
  {
    type: "gull",
    pairs: [
      ["gull", 0.77],
      ["buoy", 0.09],
    ],
    reach: 30,
    silhouette: gull(52),
    path: [
      [0, -60, 300],
      [1.5, 80, 240],
      [3, 206, 212],
      [4.5, 360, 160],
      [6, 520, 122],
      [7.5, 690, 60],
    ],
    flies: true,
  },
  {
    type: "gull",
    pairs: [
      ["gull", 0.58],
      ["kayak", 0.2],
    ],
    reach: 30,
    silhouette: gull(44),
    path: [
      [1.5, 700, 300],
      [3, 560, 228],
      [4.5, 420, 176],
      [6, 290, 150],
      [7.5, 150, 170],
      [9, -20, 120],
    ],
    flies: true,
  },
];

export interface Pose {
  readonly x: number;
  readonly y: number;
  /** Radians, 0 to the right, clockwise. */
  readonly heading: number;
}

/**
 * The position of an actor: a smooth curve through the knots of its path; `undefined` before the first and after the
 * last.
 */
export function poseAt(actor: Actor, seconds: number): Pose | undefined {
  const { path } = actor;
  const next = path.findIndex(([at]) => at >= seconds);
  if (next < 0 || (next === 0 && path[0]![0] > seconds)) return undefined;
  const i = Math.max(next, 1);
  const a = path[i - 1]!;
  const b = path[i]!;
  const span = b[0] - a[0];
  const t = (seconds - a[0]) / span;
  const axis = (n: 1 | 2): readonly [value: number, slope: number] => {
    const before = path[i - 2] ?? a;
    const after = path[i + 1] ?? b;
    const m0 = ((b[n] - before[n]) / (b[0] - before[0])) * span;
    const m1 = ((after[n] - a[n]) / (after[0] - a[0])) * span;
    const value =
      (2 * t ** 3 - 3 * t ** 2 + 1) * a[n] +
      (t ** 3 - 2 * t ** 2 + t) * m0 +
      (-2 * t ** 3 + 3 * t ** 2) * b[n] +
      (t ** 3 - t ** 2) * m1;
    const slope =
      (6 * t ** 2 - 6 * t) * a[n] +
      (3 * t ** 2 - 4 * t + 1) * m0 +
      (-6 * t ** 2 + 6 * t) * b[n] +
      (3 * t ** 2 - 2 * t) * m1;
    return [value, slope];
  };
  const [x, dx] = axis(1);
  const [y, dy] = axis(2);
  return { x, y, heading: actor.still === true ? 0 : Math.atan2(dy, dx) };
}
