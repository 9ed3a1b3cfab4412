/**
 * The appearance of the sample scene's actors from above.
 *
 * For a point in its own coordinates (pixels, x ahead, y to starboard, origin amidships), a silhouette returns how much
 * of the point it covers (0..1) and in which color. Edges are soft over one pixel.
 */

import type { Rgb } from "./raster.ts";

/** The paint at a point so far. One object is reused for all points, because there are millions. */
export interface Dot {
  /** 0..1 */
  alpha: number;
  r: number;
  g: number;
  b: number;
}

export type Silhouette = (x: number, y: number, seconds: number, dot: Dot) => void;

const clamp = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
/** Coverage of a point `inside` pixels within an edge (negative: outside). */
const cover = (inside: number): number => clamp(inside + 0.5);

/** Pixels inside a rectangle with rounded corners; negative outside. */
function insideBox(x: number, y: number, halfLength: number, halfWidth: number, radius: number): number {
  const dx = Math.max(Math.abs(x) - halfLength + radius, 0);
  const dy = Math.max(Math.abs(y) - halfWidth + radius, 0);
  return radius - Math.hypot(dx, dy);
}

const insideEllipse = (x: number, y: number, a: number, b: number): number =>
  (1 - Math.hypot(x / a, y / b)) * Math.min(a, b);

/** Pixels inside a hull with a square stern and a pointed bow. */
function insideHull(x: number, y: number, length: number, width: number, bow: number): number {
  const s = x / length + 0.5;
  if (s < 0 || s > 1) return -Math.max(-s, s - 1) * length;
  const full = 1 - bow;
  const part = s < full ? 0.86 + 0.14 * Math.sqrt(s / full) : Math.sqrt(1 - ((s - full) / bow) ** 2);
  return Math.min((width / 2) * part - Math.abs(y), s * length);
}

/** Blends a color over the point. */
function paint(dot: Dot, r: number, g: number, b: number, alpha: number): void {
  if (alpha <= 0) return;
  const under = dot.alpha * (1 - alpha);
  const total = alpha + under;
  dot.r = (r * alpha + dot.r * under) / total;
  dot.g = (g * alpha + dot.g * under) / total;
  dot.b = (b * alpha + dot.b * under) / total;
  dot.alpha = total;
}

const carColors: readonly Rgb[] = [
  [176, 62, 52],
  [66, 98, 142],
  [214, 178, 74],
];

export function ferry(length: number, width: number): Silhouette {
  return (x, y, _seconds, dot) => {
    const hull = insideHull(x, y, length, width, 0.32);
    if (hull < -1) return;
    paint(dot, 34, 52, 74, cover(hull));
    paint(dot, 226, 222, 208, cover(hull - 2.5));
    const car = Math.abs(((x + 300) % 13) - 6.5);
    if (Math.abs(x + 30) < 26) {
      const [r, g, b] = carColors[Math.floor((x + 300) / 13) % 3]!;
      paint(dot, r, g, b, Math.min(cover(5 - car), cover(4 - Math.abs(Math.abs(y) - 8))));
    }
    paint(dot, 168, 174, 178, cover(insideBox(x - 18, y, 20, width * 0.33, 4)));
    paint(dot, 248, 248, 244, cover(insideBox(x - 17, y, 16, width * 0.26, 3)));
    paint(dot, 44, 66, 86, cover(insideBox(x - 30, y, 2.2, width * 0.24, 1)));
    paint(dot, 206, 72, 48, cover(5.2 - Math.hypot(x - 10, y)));
    paint(dot, 60, 36, 34, cover(2.8 - Math.hypot(x - 10, y)));
  };
}

export function speedboat(length: number, width: number, color: Rgb): Silhouette {
  return (x, y, _seconds, dot) => {
    const hull = insideHull(x, y, length, width, 0.6);
    if (hull < -1) return;
    paint(dot, ...color, cover(hull));
    paint(dot, 246, 242, 232, cover(hull - 2));
    paint(dot, 120, 84, 60, cover(insideBox(x + length * 0.16, y, length * 0.2, width * 0.26, 2)));
    paint(dot, 50, 72, 88, cover(insideBox(x - length * 0.1, y, 2, width * 0.3, 1.5)));
    paint(dot, ...color, cover(1.1 - Math.abs(y)) * clamp((x - length * 0.12) / 3));
  };
}

export function sailboat(length: number, width: number): Silhouette {
  return (x, y, seconds, dot) => {
    const hull = insideHull(x, y, length, width, 0.55);
    paint(dot, 128, 78, 46, cover(hull));
    paint(dot, 206, 164, 110, cover(hull - 1.6));
    paint(dot, 160, 112, 70, cover(insideBox(x + length * 0.14, y, length * 0.14, width * 0.22, 2)));
    // Two sails as crescents, bulging to one side and moving slightly.
    const breath = 1 + 0.06 * Math.sin(seconds * 2.1);
    const sail = (from: number, to: number, depth: number): number => {
      const s = (x - from) / (to - from);
      if (s < 0 || s > 1) return -3;
      const belly = Math.sin(Math.PI * s) * depth * breath;
      return Math.min(belly - y + 1.2, y + 1.2 - belly * 0.25);
    };
    paint(dot, 250, 250, 246, cover(sail(-length * 0.42, length * 0.12, 15)) * 0.96);
    paint(dot, 236, 240, 240, cover(sail(length * 0.1, length * 0.5, 10)) * 0.96);
    paint(dot, 70, 54, 44, cover(1.6 - Math.hypot(x - length * 0.11, y)));
  };
}

export function kayak(length: number, width: number, color: Rgb): Silhouette {
  return (x, y, seconds, dot) => {
    const hull = insideEllipse(x, y, length / 2, width / 2);
    const angle = Math.sin(seconds * 4.5) * 0.5;
    const along = y * Math.cos(angle) + (x - 1) * Math.sin(angle);
    const across = (x - 1) * Math.cos(angle) - y * Math.sin(angle);
    const paddle = Math.min(0.9 - Math.abs(across), 12 - Math.abs(along));
    const blade = insideEllipse(Math.abs(along) - 10.5, across, 3.4, 1.8);
    paint(dot, ...color, cover(hull * 1.2));
    paint(dot, 42, 40, 44, cover(2.6 - Math.hypot(x + 1, y)) * 0.9);
    paint(dot, 226, 190, 150, cover(1.9 - Math.hypot(x, y)));
    paint(dot, 60, 56, 52, cover(paddle));
    paint(dot, 240, 236, 90, cover(blade));
  };
}

export function gull(span: number): Silhouette {
  return (x, y, seconds, dot) => {
    const flap = 0.72 + 0.28 * Math.cos(seconds * 7);
    const wing = Math.abs(y) / ((span / 2) * flap);
    const center = 3 - wing * 9 + wing * wing * 3.5;
    const chord = (1 - wing * wing) * 4.6;
    const tip = clamp((wing - 0.78) * 8);
    if (wing <= 1) paint(dot, 232 - 170 * tip, 236 - 170 * tip, 238 - 166 * tip, cover(chord - Math.abs(x - center)));
    paint(dot, 252, 252, 250, cover(insideEllipse(x, y, 9.5, 3)));
    paint(dot, 234, 176, 60, cover(insideEllipse(x - 10, y, 2.6, 1.2)));
  };
}

export function buoy(radius: number, color: Rgb): Silhouette {
  return (x, y, seconds, dot) => {
    const lean = Math.sin(seconds * 1.7) * 1.4;
    paint(dot, 30, 44, 52, cover(radius + 1 - Math.hypot(x, y)));
    paint(dot, ...color, cover(radius - Math.hypot(x, y)));
    paint(dot, 246, 246, 240, cover(1.3 - Math.abs(Math.hypot(x, y) - radius * 0.62)));
    paint(dot, 255, 238, 170, cover(radius * 0.28 - Math.hypot(x - lean, y - lean * 0.5)));
  };
}

/** `depth` 0 at the surface, 1 out of sight. */
export function seal(length: number, width: number, depth: (seconds: number) => number): Silhouette {
  return (x, y, seconds, dot) => {
    const visible = 1 - depth(seconds);
    const bend = Math.sin(seconds * 3.2 - x * 0.08) * 2.2 * clamp(0.4 - x / length);
    const body = insideEllipse(x, y - bend, length / 2, width / 2);
    const head = 5.2 - Math.hypot(x - length * 0.42, y);
    const tail = insideEllipse(x + length * 0.5, y - bend * 1.6, 4.5, 7);
    const flippers = insideEllipse(x - length * 0.08, Math.abs(y) - width * 0.52, 4.5, 3);
    const shape = Math.max(body, head, tail, flippers);
    paint(dot, 58, 54, 52, cover(shape) * visible);
    paint(dot, 104, 98, 92, clamp(cover(body - 3) * (0.6 + 0.4 * Math.sin(x * 1.7 + y * 2.3))) * visible * 0.7);
  };
}
