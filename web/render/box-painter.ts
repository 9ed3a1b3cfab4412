/**
 * Paints box outlines on the CPU, with the same pixels as the box layer's shaders. Where WebGL runs without a graphics
 * card, a shader runs for each pixel of each outline on the same CPU, which costs many times what writing them row by
 * row does.
 */
import { DrawFlag } from "#core/border";
import { EntryState, type DrawColumns } from "./draw-columns.ts";
import { plainStyle } from "./palette.ts";
import { parseColor } from "./gl.ts";
import { dashPx, disabledOpacity, fillOpacity, hoverOpacity, rimOpacity, rimPx, strokeWidthPx } from "./types.ts";
import type { DrawStyle } from "./types.ts";
import { viewOffset, type ViewState } from "./view.ts";

/**
 * A source-over operation on a pixel: a premultiplied color as RGBA bytes (red lowest), and the share of 256 of the
 * old color that stays.
 */
interface Ink {
  readonly color: number;
  readonly keep: number;
}

interface Inks {
  readonly stroke: Ink;
  readonly rim: Ink;
}

/** Half a step for each of two channels kept in the upper byte of sixteen bits. */
const half = 0x800080;
const dashPeriodPx = dashPx.on + dashPx.off;

/**
 * If outlines cover more than this share of the canvas's pixels, painting them on the CPU is faster than running
 * shaders.
 */
export const paintedFrom = 0.5;
/** The same threshold if the picture under them is painted too. */
export const pictureFrom = 0.1;

/** Whether the outlines in view cover this share of the canvas's pixels. */
export function isOutlineHeavy({ count, bounds, origin }: DrawColumns, view: ViewState, share: number): boolean {
  const [x, y] = viewOffset(view, origin);
  const { scale, width, height, pixelRatio } = view;
  let length = 0;
  for (let at = 0; at < count * 4; at += 4) {
    const across = Math.min(bounds[at + 2]! * scale + x, width) - Math.max(bounds[at]! * scale + x, 0);
    const down = Math.min(bounds[at + 3]! * scale + y, height) - Math.max(bounds[at + 1]! * scale + y, 0);
    if (across >= 0 && down >= 0) length += 2 * (across + down);
  }
  // Overlapping outlines count once each, so this is approximate.
  const pixels = length * (strokeWidthPx.standard + 2 * rimPx) * pixelRatio;
  return pixels > width * height * share;
}

export class BoxPainter {
  #pixels = new Uint32Array(0);
  #width = 0;
  #height = 0;

  /**
   * Paints outlines over the existing pixels.
   *
   * @param pixels rows from the top, with the view's size; premultiplied colors
   * @param styles by type index
   */
  paint(pixels: Uint32Array<ArrayBuffer>, columns: DrawColumns, styles: readonly DrawStyle[], view: ViewState): void {
    this.#begin(pixels, view);
    const rim = rimOf(view);
    const inksOf = cachedInks(styles);
    const dashed = view.pixelRatio;
    const { states, flags, typeIndices } = columns;
    forEachBox(columns, styles, view, (entry, left, top, right, bottom, stroke) => {
      const dash = (flags[entry]! & DrawFlag.keyframe) === 0 ? dashed : 0;
      const inks = inksOf(typeIndices[entry]!, (states[entry]! & EntryState.disabled) !== 0);
      this.#ring(left, top, right, bottom, rim, stroke, inks, dash);
    });
  }

  /** Paints fills inside the outlines; arguments as for `paint`, which must follow. */
  fill(pixels: Uint32Array<ArrayBuffer>, columns: DrawColumns, styles: readonly DrawStyle[], view: ViewState): void {
    this.#begin(pixels, view);
    const rim = rimOf(view);
    forEachBox(columns, styles, view, (entry, left, top, right, bottom, stroke) => {
      const state = columns.states[entry]!;
      const style = styles[columns.typeIndices[entry]!] ?? plainStyle;
      const tint = tintOf(style, state);
      if (tint === 0) return;
      const inset = stroke + 2 * rim;
      const opacity = (state & EntryState.disabled) !== 0 ? style.opacity * disabledOpacity : style.opacity;
      const ink = inkOf(parseColor(style.color), opacity * tint);
      const last = Math.min(this.#height, bottom - inset);
      for (let row = Math.max(0, top + inset); row < last; row++) this.#run(row, left + inset, right - inset, ink);
    });
  }

  #begin(pixels: Uint32Array<ArrayBuffer>, { width, height }: ViewState): void {
    this.#pixels = pixels;
    this.#width = width;
    this.#height = height;
  }

  /**
   * Layers from the outside in: rim, stroke, rim. A row contains the layers of the left and right sides up to its own
   * depth, and between them the row's own. `dash`: device pixels per CSS pixel, 0 for none.
   */
  #ring(
    left: number,
    top: number,
    right: number,
    bottom: number,
    rim: number,
    stroke: number,
    inks: Inks,
    dash: number,
  ): void {
    if (right <= 0 || bottom <= 0 || left >= this.#width || top >= this.#height) return;
    const depth = stroke + 2 * rim;
    const first = Math.max(0, top);
    const last = Math.min(this.#height, bottom);
    const isWhole = left >= 0 && right <= this.#width && right - left > 2 * depth && bottom - top > 2 * depth;
    if (isWhole && dash === 0 && inks.stroke.keep === 0)
      return this.#wholeRing(left, top, right, bottom, rim, stroke, inks);
    // Where the sides meet in a box that is narrower than both.
    const minLeft = (right - left + 1) >> 1;
    const maxRight = right - left - minLeft;
    for (let row = first; row < last; row++) {
      const down = row - top;
      const deep = Math.min(down, bottom - 1 - row);
      const sides = Math.min(deep, depth);
      const leftEnd = left + Math.min(sides, minLeft);
      const rightEnd = right - Math.min(sides, maxRight);
      if (dash === 0 || ((down + 0.5) / dash) % dashPeriodPx < dashPx.on) {
        this.#side(row, left, leftEnd, 1, rim, stroke, inks);
        this.#side(row, right - 1, rightEnd - 1, -1, rim, stroke, inks);
      }
      if (deep >= depth) continue;
      const ink = deep < rim || deep >= rim + stroke ? inks.rim : inks.stroke;
      if (dash === 0) this.#run(row, leftEnd, rightEnd, ink);
      else this.#dashes(row, left, leftEnd, rightEnd, ink, dash);
    }
  }

  /** A fast path for most boxes: completely on the canvas, not dashed, opaque stroke. */
  #wholeRing(left: number, top: number, right: number, bottom: number, rim: number, stroke: number, inks: Inks): void {
    const depth = stroke + 2 * rim;
    const { color } = inks.stroke;
    const pixels = this.#pixels;
    const last = Math.min(this.#height, bottom);
    for (let row = Math.max(0, top); row < last; row++) {
      const deep = Math.min(row - top, bottom - 1 - row);
      if (deep < rim) {
        this.#blend(row, left, right, inks.rim);
        continue;
      }
      this.#blend(row, left, left + rim, inks.rim);
      this.#blend(row, right - rim, right, inks.rim);
      const begin = row * this.#width;
      if (deep < rim + stroke) {
        pixels.fill(color, begin + left + rim, begin + right - rim);
        continue;
      }
      const fromLeft = begin + left + rim;
      const fromRight = begin + right - rim - stroke;
      for (let at = 0; at < stroke; at++) {
        pixels[fromLeft + at] = color;
        pixels[fromRight + at] = color;
      }
      if (deep < depth) {
        this.#blend(row, left + rim + stroke, right - rim - stroke, inks.rim);
        continue;
      }
      this.#blend(row, left + rim + stroke, left + depth, inks.rim);
      this.#blend(row, right - depth, right - rim - stroke, inks.rim);
    }
  }

  /** From a box's edge inwards, by `step` pixels, up to `end`. */
  #side(row: number, edge: number, end: number, step: 1 | -1, rim: number, stroke: number, inks: Inks): void {
    const length = (end - edge) * step;
    if (length <= 0) return;
    const part = (from: number, to: number, ink: Ink): void => {
      const until = Math.min(to, length);
      if (from >= until) return;
      if (step === 1) this.#run(row, edge + from, edge + until, ink);
      else this.#run(row, edge + 1 - until, edge + 1 - from, ink);
    };
    part(0, rim, inks.rim);
    part(rim, rim + stroke, inks.stroke);
    part(rim + stroke, rim + stroke + rim, inks.rim);
  }

  /** `left`: left edge of the box, where its dashes begin. */
  #dashes(row: number, left: number, from: number, to: number, ink: Ink, ratio: number): void {
    const begin = Math.max(from, 0);
    const end = Math.min(to, this.#width);
    const period = dashPeriodPx * ratio;
    for (let dash = Math.floor((begin + 0.5 - left) / period); ; dash++) {
      const on = left + Math.ceil(dash * period - 0.5);
      if (on >= end) return;
      const off = left + Math.ceil(dash * period + dashPx.on * ratio - 0.5);
      this.#run(row, Math.max(on, begin), Math.min(off, end), ink);
    }
  }

  /** Clipped to the canvas. */
  #run(row: number, from: number, to: number, ink: Ink): void {
    this.#blend(row, Math.max(from, 0), Math.min(to, this.#width), ink);
  }

  #blend(row: number, from: number, to: number, { color, keep }: Ink): void {
    const pixels = this.#pixels;
    const begin = row * this.#width;
    const end = begin + to;
    if (keep === 0) {
      for (let at = begin + from; at < end; at++) pixels[at] = color;
      return;
    }
    for (let at = begin + from; at < end; at++) {
      const under = pixels[at]!;
      // Two channels at a time, rounded.
      const redBlue = ((Math.imul(under & 0xff00ff, keep) + half) >>> 8) & 0xff00ff;
      const greenAlpha = (Math.imul((under >>> 8) & 0xff00ff, keep) + half) & 0xff00ff00;
      pixels[at] = (redBlue | greenAlpha) + color;
    }
  }
}

type VisitBox = (entry: number, left: number, top: number, right: number, bottom: number, stroke: number) => void;

/** The boxes to draw, in order: the outer edges of their rims and their stroke widths, device pixels. */
function forEachBox(columns: DrawColumns, styles: readonly DrawStyle[], view: ViewState, visit: VisitBox): void {
  const { pixelRatio } = view;
  const rim = rimOf(view);
  // In the shaders' precision, so that both round to the same pixel.
  const f32 = Math.fround;
  const scale = f32(view.scale);
  const [x, y] = viewOffset(view, columns.origin).map(f32) as [number, number];
  const { bounds, states, typeIndices } = columns;
  const strokes = styles.map(
    (style) => [strokePx(style, false, pixelRatio), strokePx(style, true, pixelRatio)] as const,
  );
  const plain = [strokePx(plainStyle, false, pixelRatio), strokePx(plainStyle, true, pixelRatio)] as const;
  for (let entry = 0; entry < columns.count; entry++) {
    const state = states[entry]!;
    if ((state & (EntryState.hidden | EntryState.boxReplaced)) !== 0) continue;
    const stroke = (strokes[typeIndices[entry]!] ?? plain)[(state & EntryState.selected) === 0 ? 0 : 1];
    const overhang = stroke * 0.5;
    const at = entry * 4;
    const left = Math.floor(f32(f32(f32(bounds[at]! * scale) + x) - overhang + 0.5));
    const top = Math.floor(f32(f32(f32(bounds[at + 1]! * scale) + y) - overhang + 0.5));
    const right = Math.max(left + stroke, Math.floor(f32(f32(f32(bounds[at + 2]! * scale) + x) + overhang + 0.5)));
    const bottom = Math.max(top + stroke, Math.floor(f32(f32(f32(bounds[at + 3]! * scale) + y) + overhang + 0.5)));
    visit(entry, left - rim, top - rim, right + rim, bottom + rim, stroke);
  }
}

/** Device pixels. */
function rimOf({ pixelRatio }: ViewState): number {
  return Math.max(1, Math.floor(rimPx * pixelRatio + 0.5));
}

/** As in the shaders: 0 means none; a polygon, if there is one, is filled instead. */
function tintOf({ fill }: DrawStyle, state: number): number {
  if ((state & EntryState.hasPolygon) !== 0) return 0;
  if (fill) return fillOpacity;
  return (state & (EntryState.hovered | EntryState.selected)) === EntryState.hovered ? hoverOpacity : 0;
}

/** Device pixels. */
function strokePx({ strokeWidth }: DrawStyle, isSelected: boolean, pixelRatio: number): number {
  const { standard, selected } = strokeWidthPx;
  const styleWidth = Math.round(strokeWidth ?? 0);
  const width = styleWidth > 0 ? styleWidth + (isSelected ? selected - standard : 0) : isSelected ? selected : standard;
  return Math.max(1, Math.floor(width * pixelRatio + 0.5));
}

function cachedInks(styles: readonly DrawStyle[]): (type: number, isDisabled: boolean) => Inks {
  const kept: Inks[] = [];
  return (type, isDisabled) =>
    (kept[type * 2 + Number(isDisabled)] ??= inksFor(styles[type] ?? plainStyle, isDisabled));
}

function inksFor({ color, opacity }: DrawStyle, isDisabled: boolean): Inks {
  const strength = isDisabled ? opacity * disabledOpacity : opacity;
  return { stroke: inkOf(parseColor(color), strength), rim: inkOf([0, 0, 0], strength * rimOpacity) };
}

function inkOf(color: readonly [number, number, number], opacity: number): Ink {
  const [red, green, blue, alpha] = [...color, 1].map((channel) => Math.round(channel * opacity * 255));
  return {
    color: ((alpha! << 24) | (blue! << 16) | (green! << 8) | red!) >>> 0,
    keep: 256 - Math.round((alpha! * 256) / 255),
  };
}
