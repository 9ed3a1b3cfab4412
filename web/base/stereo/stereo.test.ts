/** On rigs that are made here, so that the truth is known. */
import { expect, test } from "vitest";
import { epipolarLine } from "./epipolar.ts";
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
} from "./rig.ts";
import { measure, triangulate } from "./triangulate.ts";

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

/** Millimetres: 300 between the cameras, which look a little inwards; lenses as those of cameras under water. */
const rig = readRig({
  R: product(product(turn("y", 0.06), turn("x", -0.012)), turn("z", 0.008)),
  T: [[-300], [4], [-11]],
  calibrations: {
    left: { fx: 1420, fy: 1415, cx: 951, cy: 548, k1: -0.21, k2: 0.09, k3: -0.012, p1: 8e-4, p2: -5e-4 },
    right: { fx: 1431, fy: 1428, cx: 968, cy: 533, k1: 0.18, k2: 0.05, p1: -3e-4, p2: 6e-4 },
  },
}) as Rig;

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
  let least = Infinity;
  for (const [index, [ax, ay]] of line.entries()) {
    const [bx, by] = line[index + 1] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + dx * share - x, ay + dy * share - y));
  }
  return least;
}

test("lenses distort as the published model says", () => {
  // By hand: r2 = 0.13, radial = 1.0131692197.
  const lens = { fx: 1000, fy: 2000, cx: 10, cy: 20, k1: 0.1, k2: 0.01, k3: 1e-4, p1: 1e-3, p2: 2e-3 };
  const [x, y] = project(lens, [0.6, -0.4, 2]);
  expect([x, y]).toEqual([expect.closeTo(10 + 304.45076591, 6), expect.closeTo(20 - 405.32768788, 6)]);
});

test("a ray goes through its pixel again, whatever the lens does", () => {
  for (const side of ["left", "right"] as const) {
    for (let x = 0; x <= size.width; x += 120) {
      for (let y = 0; y <= size.height; y += 120) {
        const [u, v] = project(rig[side], rayThrough(rig[side], [x, y]));
        expect(Math.hypot(u - x, v - y)).toBeLessThan(1e-6);
      }
    }
  }
});

test("the line on the other picture goes through the counterpart, less than a pixel off", () => {
  let most = 0;
  for (const point of pointsInSight(300)) {
    const seen = seenAt(point);
    for (const [from, to] of [
      ["left", "right"],
      ["right", "left"],
    ] as const satisfies readonly (readonly Side[])[]) {
      most = Math.max(most, distanceTo(epipolarLine(rig, from, seen[from], size), seen[to]));
    }
  }
  expect(most).toBeLessThan(0.2);
});

test("without distortion it would be off: the lens is not left out", () => {
  const plain = ({ fx, fy, cx, cy }: Rig["left"]) => ({ fx, fy, cx, cy });
  const straight = { ...rig, left: plain(rig.left), right: plain(rig.right) };
  const far = pointsInSight(50).map((point) => {
    const { left, right } = seenAt(point);
    return distanceTo(epipolarLine(straight, "left", left, size), right);
  });
  expect(Math.max(...far)).toBeGreaterThan(5);
});

test("a length is right within 0.5 %, and its uncertainty is what it turns out to vary by", () => {
  const random = randomOf(11);
  /** Standard normal: Box and Muller. */
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (const head of pointsInSight(40, 3)) {
    const tail = add(head, [180, 40, -60]);
    const truth = lengthOf([180, 40, -60]);
    const exact = measure(rig, seenAt(head), seenAt(tail));
    expect(Math.abs((exact?.length ?? 0) / truth - 1)).toBeLessThan(1e-6);
    expect(exact?.rms).toBeLessThan(1e-6);
    expect(exact?.range).toBeCloseTo(lengthOf(scaled(add(head, tail), 0.5)), 3);
  }
  // Pixels as whole numbers, as people click them: still within 0.5 % at the distances that such rigs are used at.
  const rounded = ([x, y]: Point2): Point2 => [Math.round(x * 4) / 4, Math.round(y * 4) / 4];
  for (const head of pointsInSight(60, 5).filter(([, , z]) => z < 1500)) {
    const tail = add(head, [400, 60, 0]);
    const [a, b] = [seenAt(head), seenAt(tail)];
    const length = measure(
      rig,
      { left: rounded(a.left), right: rounded(a.right) },
      { left: rounded(b.left), right: rounded(b.right) },
    )?.length;
    expect(Math.abs((length ?? 0) / lengthOf([400, 60, 0]) - 1)).toBeLessThan(0.005);
  }
  const [head, tail] = [
    [100, 50, 2000],
    [350, 80, 2100],
  ] as const satisfies readonly Vector[];
  const off = ([x, y]: Point2): Point2 => [x + normal(), y + normal()];
  const noisy = (point: Vector) => ({ left: off(seenAt(point).left), right: off(seenAt(point).right) });
  const lengths = Array.from({ length: 600 }, () => measure(rig, noisy(head), noisy(tail))?.length ?? Number.NaN);
  const mean = lengths.reduce((sum, value) => sum + value, 0) / lengths.length;
  const deviation = Math.sqrt(lengths.reduce((sum, value) => sum + (value - mean) ** 2, 0) / lengths.length);
  const said = measure(rig, seenAt(head), seenAt(tail))?.uncertainty ?? 0;
  expect(deviation / said).toBeGreaterThan(0.9);
  expect(deviation / said).toBeLessThan(1.1);
});

test("rays that do not meet in front of the cameras are no point; matrices that are none are no rig", () => {
  expect(triangulate(rig, { left: [100, 500], right: [1800, 500] })).toBeUndefined();
  const calibrations = { left: rig.left, right: rig.right };
  expect(readRig({ R: [1, 2], T: [0, 0, 0], calibrations })).toBeUndefined();
  expect(readRig({ R: [1, 0, 0, 0, 1, 0, 0, 0, "1"], T: [0, 0, 0], calibrations })).toBeUndefined();
});
