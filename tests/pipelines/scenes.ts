/** The clips that pipelines are measured on. */
import { type ClipOptions, type Mover, randomNumbers } from "./clips.ts";

const straight = (
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  halfWidth: number,
  halfHeight: number,
  color: Mover["color"],
  more: Partial<Mover> = {},
): Mover => ({
  at: (time) => ({ x: x1 + (x2 - x1) * time, y: y1 + (y2 - y1) * time, halfWidth, halfHeight }),
  color,
  ...more,
});

/**
 * Four objects: one grows and rotates, two are hidden by a pole, two come close to each other; the light fades and
 * returns.
 */
export const crossing = (frames: number, seed = 1): ClipOptions => ({
  frames,
  seed,
  light: (time) => 1 - 0.25 * Math.sin(time * Math.PI),
  pole: { left: 150, right: 168 },
  movers: [
    straight([20, 40], [300, 60], 14, 9, [230, 90, 70]),
    straight([300, 120], [30, 100], 11, 11, [80, 120, 250]),
    {
      at: (time) => ({
        x: 40 + 80 * time,
        y: 190 - 20 * time,
        halfWidth: 12 + 10 * time,
        halfHeight: 8 + 6 * time,
        turn: 2 * time,
      }),
      color: [240, 230, 80],
    },
    straight([290, 200], [200, 150], 10, 14, [250, 250, 250], { from: 0.2, to: 0.95 }),
  ],
});

/** One object that wanders, grows, rotates and gets darker. */
export const wandering = (frames: number, seed: number): ClipOptions => ({
  frames,
  seed,
  noise: 5,
  light: (time) => 1 - 0.2 * Math.sin(time * 3 * Math.PI),
  movers: [
    {
      at: (time) => ({
        x: 160 + (70 + 7 * (seed % 5)) * Math.sin(time * 4 + seed),
        y: 120 + 55 * Math.cos(time * 3 + 2 * seed),
        halfWidth: 18 * (1 + 0.3 * Math.sin(time * 3 + seed)),
        halfHeight: 14 * (1 + 0.3 * Math.sin(time * 3 + seed)),
        turn: 0.6 * Math.sin(time * 2),
      }),
      color: [200 - 20 * (seed % 4), 90 + 15 * (seed % 6), 60 + 30 * (seed % 5)],
    },
  ],
});

/** The same, but it disappears at some moment. */
export function vanishing(frames: number, seed: number, to: number): ClipOptions {
  const clip = wandering(frames, seed);
  return { ...clip, movers: clip.movers.map((mover) => ({ ...mover, to })) };
}

/** Three fish and two weeds that drift as well, at random places, over a different ground for each seed. */
export function shoal(frames: number, seed: number): ClipOptions {
  const random = randomNumbers(seed * 31 + 7);
  const mover = (halfWidth: number, halfHeight: number, color: Mover["color"]): Mover => {
    const [x, y, phase, pace] = [60 + 200 * random(), 40 + 160 * random(), 6 * random(), 2 + 2 * random()];
    const size = 0.8 + 0.5 * random();
    return {
      at: (time) => ({
        x: x + 50 * Math.sin(phase + pace * time),
        y: y + 35 * Math.cos(phase + pace * time),
        halfWidth: halfWidth * size,
        halfHeight: halfHeight * size,
        turn: 0.25 * Math.sin(3 * time + phase),
      }),
      color,
    };
  };
  const fish = [1, 2, 3].map(() => mover(20, 10, [210 + 30 * random(), 110, 80]));
  const weeds = [1, 2].map(() => mover(10, 20, [60, 150 + 30 * random(), 70]));
  return { frames, seed, movers: [...fish, ...weeds], light: (time) => 1 - 0.2 * Math.sin(time * 5 + seed) };
}

/** One object that rests, darts elsewhere and rests again, at different moments for each seed. */
export function darting(frames: number, seed: number): ClipOptions {
  const random = randomNumbers(seed * 53 + 11);
  const place = () => ({ x: 50 + 220 * random(), y: 45 + 150 * random(), size: 0.8 + 0.5 * random() });
  const stops = Array.from({ length: 4 }, place);
  // Each dart takes a twelfth to an eighth of the clip.
  const darts = stops
    .slice(1)
    .map((_, n) => ({ at: 0.08 + 0.3 * n + 0.16 * random(), takes: 0.08 + 0.045 * random() }));
  const along = (time: number, of: (stop: (typeof stops)[number]) => number): number =>
    darts.reduce((value, { at, takes }, n) => {
      const share = Math.max(0, Math.min(1, (time - at) / takes));
      return value + (of(stops[n + 1]!) - of(stops[n]!)) * share * share * (3 - 2 * share);
    }, of(stops[0]!));
  return {
    frames,
    seed,
    noise: 5,
    movers: [
      {
        at: (time) => ({
          x: along(time, ({ x }) => x) + 3 * Math.sin(time * 9 + seed),
          y: along(time, ({ y }) => y) + 2 * Math.cos(time * 7 + seed),
          halfWidth: 18 * along(time, ({ size }) => size),
          halfHeight: 14 * along(time, ({ size }) => size),
        }),
        color: [200 - 20 * (seed % 4), 90 + 15 * (seed % 6), 60 + 30 * (seed % 5)],
      },
    ],
  };
}
