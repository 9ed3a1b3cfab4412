import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/random.ts";
import { OpticalFlow } from "./optical-flow.ts";

const [width, height] = [203, 151];

/** A smooth surface of many waves, so that no place looks like those around it. */
function surface(seed: number): (x: number, y: number) => number {
  const random = seededRandom(seed);
  const waves = Array.from({ length: 40 }, () => {
    const [angle, length] = [random() * 2 * Math.PI, 6 + 50 * random()];
    return { u: Math.cos(angle) / length, v: Math.sin(angle) / length, phase: random() };
  });
  return (x, y) => {
    const sum = waves.reduce((all, { u, v, phase }) => all + Math.sin(2 * Math.PI * (x * u + y * v + phase)), 0);
    return Math.max(0, Math.min(255, 128 + 12 * sum));
  };
}

/** A picture of a value per place, in pixels. */
function paint(value: (x: number, y: number) => number) {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    rgb.fill(value((at % width) + 0.5, Math.floor(at / width) + 0.5), 3 * at, 3 * at + 3);
  }
  return { width, height, rgb };
}

const grid = Array.from({ length: 6 * 4 }, (_, n) => ({ x: 30 + 28 * (n % 6), y: 30 + 30 * Math.floor(n / 6) }));

test("points are found where a picture was shifted, turned and scaled by, to a fifth of a pixel", () => {
  const value = surface(5);
  const [turn, scale, dx, dy] = [0.02, 1.02, 7.3, -5.6];
  const to = ({ x, y }: { x: number; y: number }) => {
    const [rx, ry] = [x - width / 2, y - height / 2];
    return {
      x: width / 2 + dx + scale * (rx * Math.cos(turn) - ry * Math.sin(turn)),
      y: height / 2 + dy + scale * (rx * Math.sin(turn) + ry * Math.cos(turn)),
    };
  };
  const back = (x: number, y: number) => {
    const [rx, ry] = [(x - width / 2 - dx) / scale, (y - height / 2 - dy) / scale];
    return value(
      width / 2 + rx * Math.cos(turn) + ry * Math.sin(turn),
      height / 2 - rx * Math.sin(turn) + ry * Math.cos(turn),
    );
  };
  const flow = new OpticalFlow(width, height, 10);
  flow.see(paint(() => 0));
  flow.see(paint(value));
  flow.see(paint(back));
  const found = flow.find(grid);
  expect(found).toHaveLength(grid.length);
  for (const [n, { x, y, residual }] of found.entries()) {
    const wanted = to(grid[n]!);
    expect.soft(Math.hypot(x - wanted.x, y - wanted.y), `point ${n}`).toBeLessThan(0.2);
    expect.soft(residual, `residual of point ${n}`).toBeLessThan(0.1);
  }
});

test("a point without texture, one that leaves the picture and one that is covered are not found", () => {
  const [value, other] = [surface(8), surface(9)];
  const isFlat = (x: number) => x < 60;
  const isCovered = (x: number, y: number) => x > 90 && x < 140 && y > 40 && y < 110;
  const flow = new OpticalFlow(width, height, 3);
  flow.see(paint((x, y) => (isFlat(x) ? 100 : value(x, y))));
  flow.see(paint((x, y) => (isFlat(x) ? 100 : isCovered(x, y) ? other(x, y) : value(x - 8, y))));
  const [flat, gone, covered] = flow.find([
    { x: 30, y: 75 },
    { x: width - 3, y: 75 },
    { x: 107, y: 75 },
  ]);
  expect(flat!.residual).toBe(Infinity);
  expect(gone!.residual).toBe(Infinity);
  expect(covered!.residual).toBeGreaterThan(0.5);
});
