/** Synthetic clips: textured objects that move over a textured ground, and where they are on each frame. */
import type { Bounds } from "#vision/bounds";
import type { PictureReader } from "../../server/adapters/builtin/pictures/read-pictures.ts";
import type { FrameBox } from "./scores.ts";

export interface Mover {
  /** Center, half sizes and rotation (radians) at a time from 0 to 1. */
  at(time: number): { x: number; y: number; halfWidth: number; halfHeight: number; turn?: number };
  readonly color: readonly [number, number, number];
  /** When it is present, from 0 to 1. */
  readonly from?: number;
  readonly to?: number;
}

export interface ClipOptions {
  readonly frames: number;
  readonly movers: readonly Mover[];
  readonly seed?: number;
  /** Amplitude, out of 255. */
  readonly noise?: number;
  /** How bright it is at a time from 0 to 1. */
  readonly light?: (time: number) => number;
  /** Something in front of everything else. */
  readonly pole?: { readonly left: number; readonly right: number };
}

export const [clipWidth, clipHeight] = [320, 240];

export interface Clip {
  readonly reader: PictureReader;
  /** The visible box of each mover; absent if less than a third of it is visible. */
  readonly truth: readonly FrameBox[][];
}

export function makeClip(options: ClipOptions): Clip {
  const { frames, movers, seed = 1, noise = 6, light = () => 1, pole } = options;
  const random = randomNumbers(seed);
  const ground = texture(clipWidth, clipHeight, random);
  const skins = movers.map(() => texture(64, 64, random));
  const truth = movers.map((mover): FrameBox[] => {
    const boxes: FrameBox[] = [];
    for (let frame = 0; frame < frames; frame++) {
      const bounds = visibleBounds(mover, frame / (frames - 1), pole);
      if (bounds !== undefined) boxes.push({ frame, bounds });
    }
    return boxes;
  });
  const rgb = new Uint8Array(clipWidth * clipHeight * 3);
  const paint = (frame: number): void => {
    const time = frame / (frames - 1);
    const brightness = light(time);
    const own = randomNumbers(seed * 7919 + frame);
    const states = movers.map((mover) => (isThere(mover, time) ? mover.at(time) : undefined));
    for (let y = 0, at = 0; y < clipHeight; y++) {
      for (let x = 0; x < clipWidth; x++, at += 3) {
        const g = 90 + 60 * (ground[y * clipWidth + x] as number);
        let color: readonly number[] = [g, g * 1.05, g * 0.9];
        states.forEach((state, n) => {
          if (state === undefined) return;
          const { u, v } = inside(state, x + 0.5, y + 0.5);
          if (u * u + v * v > 1) return;
          const skin = (skins[n] as Float64Array)[
            Math.floor((v + 1) * 31.5) * 64 + Math.floor((u + 1) * 31.5)
          ] as number;
          color = (movers[n] as Mover).color.map((value) => value * (0.6 + 0.5 * skin));
        });
        if (pole !== undefined && x >= pole.left && x < pole.right) color = [60, 50, 45];
        for (let channel = 0; channel < 3; channel++) {
          const value = (color[channel] as number) * brightness + (own() - 0.5) * 2 * noise;
          rgb[at + channel] = Math.max(0, Math.min(255, value));
        }
      }
    }
  };
  const size = { width: clipWidth, height: clipHeight, scaleX: 1, scaleY: 1, rgb };
  const reader: PictureReader = {
    frameCount: frames,
    async read(look, wanted = () => true) {
      for (let frame = 0; frame < frames; frame++) {
        if (!wanted(frame)) continue;
        paint(frame);
        await look({ frame, ...size });
      }
    },
  };
  return { reader, truth };
}

const isThere = ({ from = 0, to = 1 }: Mover, time: number): boolean => time >= from && time <= to;

function inside(state: ReturnType<Mover["at"]>, x: number, y: number): { u: number; v: number } {
  const { turn = 0 } = state;
  const [dx, dy] = [x - state.x, y - state.y];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return { u: (dx * cos + dy * sin) / state.halfWidth, v: (dy * cos - dx * sin) / state.halfHeight };
}

function visibleBounds(mover: Mover, time: number, pole: ClipOptions["pole"]): Bounds | undefined {
  if (!isThere(mover, time)) return undefined;
  const { x, y, halfWidth: a, halfHeight: b, turn = 0 } = mover.at(time);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const reachX = Math.hypot(a * cos, b * sin);
  const reachY = Math.hypot(a * sin, b * cos);
  let [x1, x2] = [Math.max(0, x - reachX), Math.min(clipWidth, x + reachX)];
  const [y1, y2] = [Math.max(0, y - reachY), Math.min(clipHeight, y + reachY)];
  if (pole !== undefined) {
    if (x1 >= pole.left && x1 < pole.right) x1 = pole.right;
    if (x2 > pole.left && x2 <= pole.right) x2 = pole.left;
  }
  const share = ((x2 - x1) * (y2 - y1)) / (4 * reachX * reachY);
  return x2 > x1 && y2 > y1 && share >= 1 / 3 ? { x1, y1, x2, y2 } : undefined;
}

/** Smooth values from 0 to 1: noise of three scales. */
function texture(width: number, height: number, random: () => number): Float64Array {
  const result = new Float64Array(width * height);
  for (const [cell, weight] of [
    [23, 0.5],
    [9, 0.3],
    [4, 0.2],
  ] as const) {
    const columns = Math.ceil(width / cell) + 2;
    const knots = Float64Array.from({ length: columns * (Math.ceil(height / cell) + 2) }, random);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [kx, ky] = [Math.floor(x / cell), Math.floor(y / cell)];
        const [sx, sy] = [(x % cell) / cell, (y % cell) / cell];
        const knot = (dx: number, dy: number): number => knots[(ky + dy) * columns + kx + dx] as number;
        const above = knot(0, 0) * (1 - sx) + knot(1, 0) * sx;
        const below = knot(0, 1) * (1 - sx) + knot(1, 1) * sx;
        const at = y * width + x;
        result[at] = (result[at] as number) + weight * (above * (1 - sy) + below * sy);
      }
    }
  }
  return result;
}

/** Numbers from 0 to 1, the same for a seed in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
