/** Uses synthetic rigs, so that the truth is known; the naive model projects the points. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import {
  lengthOf,
  project,
  rayThrough,
  readRig,
  toOther,
  add,
  scaled,
  type Point2,
  type Rig,
  type Side,
  type Vector,
} from "../testing/naive-rig.ts";
import { measure as measureNaively, triangulate as triangulateNaively } from "../testing/naive-triangulate.ts";
import { boundsIou } from "../queries/iou.ts";
import { createStereoRig, type Calibration, type StereoRig } from "./rig.ts";

const size = { width: 1920, height: 1080 };

function turn(axis: "x" | "y" | "z", radians: number): number[][] {
  const [c, s] = [Math.cos(radians), Math.sin(radians)];
  if (axis === "x")
    return [
      [1, 0, 0],
      [0, c, -s],
      [0, s, c],
    ];
  if (axis === "y")
    return [
      [c, 0, s],
      [0, 1, 0],
      [-s, 0, c],
    ];
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ];
}

function product(a: number[][], b: number[][]): number[][] {
  return a.map((row) => [0, 1, 2].map((column) => row.reduce((sum, value, at) => sum + value * b[at]![column]!, 0)));
}

/**
 * Millimetres: 300 between the cameras, which are turned slightly inwards; lenses like those of underwater cameras.
 */
const calibration = {
  R: product(product(turn("y", 0.06), turn("x", -0.012)), turn("z", 0.008)),
  T: [[-300], [4], [-11]],
  calibrations: {
    left: { fx: 1420, fy: 1415, cx: 951, cy: 548, k1: -0.21, k2: 0.09, k3: -0.012, p1: 8e-4, p2: -5e-4 },
    right: { fx: 1431, fy: 1428, cx: 968, cy: 533, k1: 0.18, k2: 0.05, p1: -3e-4, p2: 6e-4 },
  },
};
const rig = readRig(calibration) as Rig;

const requireRig = async (of: Calibration, file = "core.wasm"): Promise<StereoRig> => {
  const wasm = new Uint8Array(readFileSync(new URL(`../../build/${file}`, import.meta.url)));
  return (await createStereoRig(of, { wasm })) as StereoRig;
};
const core = await requireRig(calibration);
const debugCore = await requireRig(calibration, "core.debug.wasm");

function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Points in front of both cameras, 0.7 to 5 m away, that both pictures show. */
function pointsInSight(count: number, seed = 7): readonly Vector[] {
  const random = randomOf(seed);
  const points: Vector[] = [];
  while (points.length < count) {
    const z = 700 + random() * 4300;
    const point: Vector = [(random() - 0.45) * z, (random() - 0.5) * 0.7 * z, z];
    const seen = [project(rig.left, point), project(rig.right, toOther(rig, "left", point))];
    if (seen.every(([x, y]) => x > 0 && y > 0 && x < size.width && y < size.height)) points.push(point);
  }
  return points;
}

const seenAt = (point: Vector) => ({
  left: project(rig.left, point),
  right: project(rig.right, toOther(rig, "left", point)),
});

function distanceTo(line: readonly Point2[], [x, y]: Point2): number {
  let min = Infinity;
  for (const [index, [ax, ay]] of line.entries()) {
    const [bx, by] = line[index + 1] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    min = Math.min(min, Math.hypot(ax + dx * share - x, ay + dy * share - y));
  }
  return min;
}

test("lenses distort as the published model says", () => {
  // By hand: r2 = 0.13, radial = 1.0131692197.
  const lens = { fx: 1000, fy: 2000, cx: 10, cy: 20, k1: 0.1, k2: 0.01, k3: 1e-4, p1: 1e-3, p2: 2e-3 };
  const [x, y] = project(lens, [0.6, -0.4, 2]);
  expect([x, y]).toEqual([expect.closeTo(10 + 304.45076591, 6), expect.closeTo(20 - 405.32768788, 6)]);
});

test("points and lengths are those of the naive model, and both builds agree to the last bit", () => {
  const points = pointsInSight(200, 21);
  const random = randomOf(5);
  const off = ([x, y]: Point2): Point2 => [x + random() * 4 - 2, y + random() * 4 - 2];
  const noisy = (point: Vector) => ({ left: off(seenAt(point).left), right: off(seenAt(point).right) });
  const share = (a: number, b: number, size: number) => Math.abs(a - b) / size;
  for (const [index, point] of points.entries()) {
    const seen = noisy(point);
    const other = noisy(points[(index + 1) % points.length] ?? point);
    const [ours, naive] = [core.triangulate(seen, 0.7), triangulateNaively(rig, seen, 0.7)];
    if (ours === undefined || naive === undefined) throw new Error(`No point for ${point.join(", ")}`);
    for (const axis of [0, 1, 2]) expect(share(ours.at[axis]!, naive.at[axis]!, lengthOf(point))).toBeLessThan(1e-9);
    const largest = Math.max(...naive.covariance.flat());
    for (const [at, value] of naive.covariance.flat().entries()) {
      expect(share(ours.covariance[at] ?? Number.NaN, value, largest)).toBeLessThan(1e-6);
    }
    expect(share(ours.rms, naive.rms, 1)).toBeLessThan(1e-6);
    const [length, naiveLength] = [core.measure(seen, other), measureNaively(rig, seen, other)];
    expect(length?.length).toBeCloseTo(naiveLength?.length ?? Number.NaN, 6);
    const [said, naively] = [length?.uncertainty ?? Number.NaN, naiveLength?.uncertainty ?? Number.NaN];
    expect(share(said, naively, naively)).toBeLessThan(0.01);
    expect(length?.range).toBeCloseTo(naiveLength?.range ?? Number.NaN, 6);
    expect(debugCore.triangulate(seen, 0.7)).toEqual(ours);
    expect(debugCore.measure(seen, other)).toEqual(length);
    expect(debugCore.epipolarLine("left", seen.left, size)).toEqual(core.epipolarLine("left", seen.left, size));
  }
});

test("the line on the other picture goes through the counterpart, less than a pixel off", () => {
  let max = 0;
  for (const point of pointsInSight(300)) {
    const seen = seenAt(point);
    for (const [from, to] of [
      ["left", "right"],
      ["right", "left"],
    ] as const satisfies readonly (readonly Side[])[]) {
      max = Math.max(max, distanceTo(core.epipolarLine(from, seen[from], size), seen[to]));
    }
  }
  expect(max).toBeLessThan(0.2);
});

test("without distortion it would be off: the lens is not left out", async () => {
  const plain = ({ fx, fy, cx, cy }: Rig["left"]) => ({ fx, fy, cx, cy });
  const straight = await requireRig({
    ...calibration,
    calibrations: { left: plain(rig.left), right: plain(rig.right) },
  });
  const far = pointsInSight(50).map((point) => {
    const { left, right } = seenAt(point);
    return distanceTo(straight.epipolarLine("left", left, size), right);
  });
  expect(Math.max(...far)).toBeGreaterThan(5);
});

test("a length is right within 0.5 %, and its uncertainty is what it turns out to vary by", () => {
  const random = randomOf(11);
  /** Standard normal: Box-Muller. */
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (const head of pointsInSight(40, 3)) {
    const tail = add(head, [180, 40, -60]);
    const truth = lengthOf([180, 40, -60]);
    const exact = core.measure(seenAt(head), seenAt(tail));
    expect(Math.abs((exact?.length ?? 0) / truth - 1)).toBeLessThan(1e-6);
    expect(exact?.rms).toBeLessThan(1e-6);
    expect(exact?.range).toBeCloseTo(lengthOf(scaled(add(head, tail), 0.5)), 3);
  }
  // Whole pixels, as from mouse clicks: still within 0.5 % at the distances where such rigs are used.
  const rounded = ([x, y]: Point2): Point2 => [Math.round(x * 4) / 4, Math.round(y * 4) / 4];
  for (const head of pointsInSight(60, 5).filter(([, , z]) => z < 1500)) {
    const tail = add(head, [400, 60, 0]);
    const [a, b] = [seenAt(head), seenAt(tail)];
    const length = core.measure(
      { left: rounded(a.left), right: rounded(a.right) },
      { left: rounded(b.left), right: rounded(b.right) },
    )?.length;
    expect(Math.abs((length ?? 0) / lengthOf([400, 60, 0]) - 1)).toBeLessThan(0.005);
  }
  // As far away as the line is long, and where the uncertainty of an end along the line of sight exceeds the line's
  // length.
  for (const distance of [2000, 4000, 7000]) {
    const [head, tail] = [
      [100, 50, distance],
      [350, 80, distance + 100],
    ] as const satisfies readonly Vector[];
    const off = ([x, y]: Point2): Point2 => [x + normal(), y + normal()];
    const noisy = (point: Vector) => ({ left: off(seenAt(point).left), right: off(seenAt(point).right) });
    const lengths = Array.from({ length: 1500 }, () => core.measure(noisy(head), noisy(tail))?.length ?? Number.NaN);
    const mean = lengths.reduce((sum, value) => sum + value, 0) / lengths.length;
    const deviation = Math.sqrt(lengths.reduce((sum, value) => sum + (value - mean) ** 2, 0) / lengths.length);
    const said = core.measure(seenAt(head), seenAt(tail))?.uncertainty ?? 0;
    expect(deviation / said).toBeGreaterThan(0.9);
    expect(deviation / said).toBeLessThan(1.1);
  }
});

test("rays that do not meet in front of the cameras have no point; broken matrices are not a rig", async () => {
  expect(core.triangulate({ left: [100, 500], right: [1800, 500] })).toBeUndefined();
  const { calibrations } = calibration;
  expect(await createStereoRig({ R: [1, 2], T: [0, 0, 0], calibrations })).toBeUndefined();
  expect(await createStereoRig({ R: [1, 0, 0, 0, 1, 0, 0, 0, "1"], T: [0, 0, 0], calibrations })).toBeUndefined();
  const blind = { left: { ...rig.left, fx: 0 }, right: rig.right };
  expect(await createStereoRig({ R: calibration.R, T: calibration.T, calibrations: blind })).toBeUndefined();
});

/**
 * The view of a camera, at half its size, of a wall with a pattern: the plane `z = distance` of the left camera, or a
 * slightly rotated one.
 */
function pictureOf(side: Side, distance: (x: number, y: number) => number, at: typeof size) {
  const pixels = new Uint8Array(at.width * at.height);
  const pattern = (x: number, y: number) =>
    128 + 60 * Math.sin(x / 17 + 2 * Math.sin(y / 41)) + 50 * Math.sin(y / 13 + 3 * Math.sin(x / 53));
  const origin = side === "left" ? ([0, 0, 0] as Vector) : toOther(rig, "right", [0, 0, 0]);
  for (let y = 0; y < at.height; y += 1) {
    for (let x = 0; x < at.width; x += 1) {
      const ray = rayThrough(rig[side], [2 * x + 1, 2 * y + 1]);
      const way = side === "left" ? ray : toOther(rig, "right", ray, true);
      let reach = distance(0, 0);
      // The wall is nearly flat: a few iterations find where the ray meets it.
      for (let round = 0; round < 3; round += 1) {
        const point = add(origin, scaled(way, reach));
        reach += (distance(point[0], point[1]) - point[2]) / way[2];
      }
      const [wx, wy] = add(origin, scaled(way, reach));
      pixels[y * at.width + x] = pattern(wx, wy);
    }
  }
  return { pixels, ...at };
}

test("the counterpart of a box is found along its line, whatever lenses and cameras are like", async () => {
  // Pictures of half the size, with the same lenses.
  const half = { width: size.width / 2, height: size.height / 2 };
  const halved = ({ fx, fy, cx, cy, ...bends }: Rig["left"]) => ({
    fx: fx / 2,
    fy: fy / 2,
    cx: cx / 2,
    cy: cy / 2,
    ...bends,
  });
  const small = await requireRig({
    ...calibration,
    calibrations: { left: halved(rig.left), right: halved(rig.right) },
  });
  const wall = (x: number, y: number) => 1400 + 0.04 * x - 0.02 * y;
  const pictures = { left: pictureOf("left", wall, half), right: pictureOf("right", wall, half) };
  const boxes = [
    [-300, -200, 150, 90],
    [-20, -40, 60, 60],
    [250, 180, 320, 140],
    [-420, 150, 90, 200],
  ] as const;
  for (const [x, y, width, height] of boxes) {
    const corners = [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ].map(([cx = 0, cy = 0]) => seenAt([cx, cy, wall(cx, cy)]));
    const boxOn = (side: Side) => {
      const [xs, ys] = [0, 1].map((axis) => corners.map((seen) => (seen[side][axis] ?? 0) / 2)) as [number[], number[]];
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
    };
    for (const [from, to] of [
      ["left", "right"],
      ["right", "left"],
    ] as const satisfies readonly (readonly Side[])[]) {
      const found = small.findCounterpart(from, boxOn(from), pictures[from], pictures[to]);
      expect(found?.score).toBeGreaterThan(0.8);
      const bounds = found?.bounds ?? [0, 0, 0, 0];
      const truth = boxOn(to);
      const middle = ([a, b, c, d]: readonly [number, number, number, number]) => [(a + c) / 2, (b + d) / 2] as const;
      const [[fx, fy], [tx, ty]] = [middle(bounds), middle(truth)];
      expect(Math.hypot(fx - tx, fy - ty)).toBeLessThan(2);
      // The wall is rotated, while boxes are upright on both pictures: the box around the counterpart is a little
      // larger.
      expect(boundsIou(bounds, truth)).toBeGreaterThan(0.75);
    }
  }
});

test("a plain picture has no counterpart, and another picture is not alike", () => {
  const plain = { pixels: new Uint8Array(size.width * size.height).fill(90), ...size };
  const random = randomOf(9);
  const noise = () => ({
    pixels: Uint8Array.from({ length: size.width * size.height }, () => random() * 255),
    ...size,
  });
  expect(core.findCounterpart("left", [900, 500, 1000, 600], plain, plain)).toBeUndefined();
  const found = core.findCounterpart("left", [900, 500, 1000, 600], noise(), noise());
  expect(found?.score ?? 0).toBeLessThan(0.5);
});
