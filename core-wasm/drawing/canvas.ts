/** A picture of red, green and blue bytes that boxes, lines and areas are drawn into, without a browser. */

export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Even-odd, so that inner outlines are holes. x and y of each point, one after the other. */
export type Outline = readonly number[];

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, rows from the top. */
  readonly pixels: Uint8Array;

  constructor(pixels: Uint8Array, width: number, height: number) {
    [this.pixels, this.width, this.height] = [pixels, width, height];
  }

  /** Mixes the color in; pixels outside the picture are left out. */
  blend(x: number, y: number, { r, g, b }: Rgb, opacity: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 3;
    const { pixels } = this;
    pixels[at] = mixed(pixels[at]!, r, opacity);
    pixels[at + 1] = mixed(pixels[at + 1]!, g, opacity);
    pixels[at + 2] = mixed(pixels[at + 2]!, b, opacity);
  }

  /** Whole pixels: the edges are rounded. */
  fillRect(x1: number, y1: number, x2: number, y2: number, color: Rgb, opacity = 1): void {
    const [left, right] = [clamp(Math.round(x1), this.width), clamp(Math.round(x2), this.width)];
    const [top, bottom] = [clamp(Math.round(y1), this.height), clamp(Math.round(y2), this.height)];
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) this.blend(x, y, color, opacity);
  }

  /** The outline of a box; the middle of the line is on its edges. No pixel is drawn twice. */
  strokeRect(x1: number, y1: number, x2: number, y2: number, widthPx: number, color: Rgb, opacity = 1): void {
    const half = widthPx / 2;
    const [innerLeft, innerRight] = [Math.min(x1 + half, x2 - half), Math.max(x1 + half, x2 - half)];
    const [innerTop, innerBottom] = [Math.min(y1 + half, y2 - half), Math.max(y1 + half, y2 - half)];
    this.fillRect(x1 - half, y1 - half, x2 + half, innerTop, color, opacity);
    this.fillRect(x1 - half, innerBottom, x2 + half, y2 + half, color, opacity);
    this.fillRect(x1 - half, innerTop, innerLeft, innerBottom, color, opacity);
    this.fillRect(innerRight, innerTop, x2 + half, innerBottom, color, opacity);
  }

  fillPolygon(outlines: readonly Outline[], color: Rgb, opacity: number): void {
    let [top, bottom] = [Infinity, -Infinity];
    for (const outline of outlines)
      for (let at = 1; at < outline.length; at += 2)
        [top, bottom] = [Math.min(top, outline[at]!), Math.max(bottom, outline[at]!)];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, Math.ceil(bottom)); y++) {
      const crossings = crossingsAt(outlines, y + 0.5);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const [from, to] = [Math.round(crossings[at]!), Math.round(crossings[at + 1]!)];
        for (let x = Math.max(0, from); x < Math.min(this.width, to); x++) this.blend(x, y, color, opacity);
      }
    }
  }

  /** A path of lines with round ends and joints, with smooth edges. No pixel is mixed twice. */
  strokePath(points: Outline, widthPx: number, color: Rgb, opacity = 1, isClosed = false): void {
    const reach = widthPx / 2 + 1;
    const covered = new Map<number, number>();
    const count = points.length / 2;
    for (let n = 0; n < Math.max(1, isClosed ? count : count - 1); n++) {
      const [ax, ay] = [points[2 * n]!, points[2 * n + 1]!];
      const next = (n + 1) % count;
      const [bx, by] = [points[2 * next]!, points[2 * next + 1]!];
      const top = Math.max(0, Math.floor(Math.min(ay, by) - reach));
      const bottom = Math.min(this.height - 1, Math.ceil(Math.max(ay, by) + reach));
      const left = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
      const right = Math.min(this.width - 1, Math.ceil(Math.max(ax, bx) + reach));
      for (let y = top; y <= bottom; y++) {
        for (let x = left; x <= right; x++) {
          const cover = Math.min(1, reach - 0.5 - distance(x + 0.5, y + 0.5, ax, ay, bx, by));
          if (cover <= 0) continue;
          const at = y * this.width + x;
          if (cover > (covered.get(at) ?? 0)) covered.set(at, cover);
        }
      }
    }
    for (const [at, cover] of covered) this.blend(at % this.width, Math.floor(at / this.width), color, cover * opacity);
  }
}

const mixed = (below: number, above: number, opacity: number): number => Math.round(below + (above - below) * opacity);
const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(0, value));

function crossingsAt(outlines: readonly Outline[], y: number): readonly number[] {
  const found: number[] = [];
  for (const outline of outlines) {
    const count = outline.length / 2;
    for (let n = 0; n < count; n++) {
      const next = (n + 1) % count;
      const [ax, ay, bx, by] = [outline[2 * n]!, outline[2 * n + 1]!, outline[2 * next]!, outline[2 * next + 1]!];
      if (ay <= y !== by <= y) found.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    }
  }
  return found.toSorted((a, b) => a - b);
}

/** From a point to a line between two others. */
function distance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** `#rgb` or `#rrggbb`; `undefined` for any other name of a color. */
export function parseColor(text: string): Rgb | undefined {
  const long = text.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, "#$1$1$2$2$3$3");
  const [, r, g, b] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(long) ?? [];
  if (r === undefined || g === undefined || b === undefined) return undefined;
  return { r: Number.parseInt(r, 16), g: Number.parseInt(g, 16), b: Number.parseInt(b, 16) };
}
