/** Draws the annotations of a frame into its picture: areas, boxes, lines, points, tails and labels, as the viewer does. */

import { ShapeKind, type AnnotationCore, type FrameNumber, type TrackId } from "../host/types.ts";
import { Canvas, parseColor, type Outline, type Rgb } from "./canvas.ts";
import { canWrite, drawText, type Glyph, glyphsOf, textWidth } from "./text.ts";
import { colorOfType } from "../host/type-colors.ts";

/** As stored with a dataset; missing members have their default. Any client may have written them. */
export interface DrawnStyle {
  readonly color?: string;
  readonly strokeWidth?: number;
  readonly fill?: boolean;
  readonly opacity?: number;
  readonly showLabel?: boolean;
  readonly showConfidence?: boolean;
}

export interface DrawOptions {
  /** By type. */
  readonly styles: Readonly<Record<string, DrawnStyle>>;
  /** `ids`: the number of the track as well. */
  readonly labels: "none" | "types" | "ids";
  /** Frames before the current one that a track's path is drawn for; 0: none. */
  readonly tailFrames: number;
  readonly boxes: boolean;
  /** Pictures of types that cannot be written letter by letter. */
  readonly names: ReadonlyMap<string, Glyph>;
  /** Pixels of the picture for one of the viewer. */
  readonly scale: number;
}

export interface DrawnCounts {
  detections: number;
  /** Types with letters that cannot be written. */
  readonly unwritable: Set<string>;
}

const strokePx = 3;
const labelPx = 18;
const pointPx = 8;
const areaOpacity = 0.2;
const dark: Rgb = { r: 0, g: 0, b: 0 };
const light: Rgb = { r: 255, g: 255, b: 255 };

interface Entry {
  readonly id: TrackId;
  readonly type: string;
  readonly box: readonly [number, number, number, number];
  readonly style: DrawnStyle;
  readonly color: Rgb;
  readonly widthPx: number;
  readonly opacity: number;
}

export class FrameDrawer {
  readonly #core: AnnotationCore;
  readonly #options: DrawOptions;
  readonly #counts: DrawnCounts;

  /** @param counts is added to */
  constructor(core: AnnotationCore, options: DrawOptions, counts: DrawnCounts) {
    [this.#core, this.#options, this.#counts] = [core, options, counts];
  }

  /** @param pixels red, green and blue bytes, which are changed */
  draw(pixels: Uint8Array, width: number, height: number, frame: FrameNumber): void {
    const canvas = new Canvas(pixels, width, height);
    const entries = this.#entries(frame);
    this.#counts.detections += entries.length;
    const turned = this.#drawShapes(canvas, entries, frame);
    if (this.#options.tailFrames > 0) for (const entry of entries) this.#drawTail(canvas, entry, frame);
    if (this.#options.boxes)
      for (const [n, entry] of entries.entries()) if (!turned.has(n)) this.#drawBox(canvas, entry);
    if (this.#options.labels !== "none") for (const entry of entries) this.#drawLabel(canvas, entry);
  }

  #entries(frame: FrameNumber): readonly Entry[] {
    const { count, bounds, originX, originY, typeIndices, trackIds } = this.#core.shown.frameQuery(frame);
    const raw = Array.from({ length: count }, (_, n) => ({
      id: trackIds[n] as TrackId,
      typeIndex: typeIndices[n]!,
      box: [
        bounds[4 * n]! + originX,
        bounds[4 * n + 1]! + originY,
        bounds[4 * n + 2]! + originX,
        bounds[4 * n + 3]! + originY,
      ] as const,
    }));
    const types = this.#core.types();
    return raw.map(({ id, typeIndex, box }) => {
      const type = types[typeIndex] ?? "";
      const { styles, scale } = this.#options;
      const style = Object.hasOwn(styles, type) ? styles[type]! : {};
      const color = parseColor(style.color ?? "") ?? parseColor(colorOfType(type)) ?? light;
      const widthPx = Math.max(1, Math.round((style.strokeWidth ?? strokePx) * scale));
      return { id, type, box, style, color, widthPx, opacity: Math.min(1, Math.max(0, style.opacity ?? 1)) };
    });
  }

  /** @returns entries whose rotated box stands for their upright one */
  #drawShapes(canvas: Canvas, entries: readonly Entry[], frame: FrameNumber): ReadonlySet<number> {
    const turned = new Set<number>();
    const { count, shapes, paths, points } = this.#core.shown.frameShapes(frame);
    for (let n = 0; n < count; n++) {
      const [index = 0, kind = 0, first = 0, pathCount = 0] = shapes.subarray(4 * n, 4 * n + 4);
      const entry = entries[index];
      if (entry === undefined) continue;
      const outlines = Array.from({ length: pathCount }, (_, at): Outline => {
        const [from, length] = [paths[2 * (first + at)]!, paths[2 * (first + at) + 1]!];
        return [...points.subarray(2 * from, 2 * (from + length))];
      });
      if (kind === ShapeKind.rotatedBox) turned.add(index);
      this.#drawShape(canvas, entry, kind, outlines);
    }
    return turned;
  }

  #drawShape(canvas: Canvas, { color, widthPx, opacity, style }: Entry, kind: number, outlines: readonly Outline[]) {
    if (kind === ShapeKind.polygon || kind === ShapeKind.rotatedBox) {
      const isFilled = kind === ShapeKind.polygon || style.fill === true;
      if (isFilled) canvas.fillPolygon(outlines, color, areaOpacity * opacity);
      for (const outline of outlines) canvas.strokePath(outline, widthPx, color, opacity, true);
      return;
    }
    const isPoint = kind !== ShapeKind.line;
    for (const outline of outlines)
      canvas.strokePath(outline, isPoint ? Math.max(widthPx, pointPx * this.#options.scale) : widthPx, color, opacity);
  }

  #drawBox(canvas: Canvas, { box: [x1, y1, x2, y2], color, widthPx, opacity, style }: Entry): void {
    if (style.fill === true) canvas.fillRect(x1, y1, x2, y2, color, areaOpacity * opacity);
    canvas.strokeRect(x1, y1, x2, y2, widthPx, color, opacity);
  }

  #drawTail(canvas: Canvas, { id, color, widthPx, opacity }: Entry, frame: FrameNumber): void {
    const path: number[] = [];
    for (let at = Math.max(0, frame - this.#options.tailFrames); at <= frame; at++) {
      const bounds = this.#core.detectionAt(id, at as FrameNumber)?.bounds;
      if (bounds !== undefined) path.push((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2);
    }
    if (path.length > 2) canvas.strokePath(path, Math.max(1, widthPx / 2), color, 0.7 * opacity);
  }

  #drawLabel(canvas: Canvas, { id, type, box: [x1, y1], color, style, widthPx }: Entry): void {
    if (style.showLabel === false) return;
    const confidence = this.#core.track(id).shown?.confidence;
    const parts = [
      ...(this.#options.labels === "ids" ? [String(id)] : []),
      type,
      ...(style.showConfidence === false || confidence === undefined ? [] : [confidence.toFixed(2)]),
    ];
    const written = parts.filter((part) => part !== "");
    const text = written.flatMap((part, n) => [...(n === 0 ? [] : glyphsOf(" ")), ...this.#glyphsOf(part)]);
    if (!canWrite(type) && !this.#options.names.has(type)) this.#counts.unwritable.add(type);
    const height = Math.max(12, Math.round(labelPx * this.#options.scale));
    const pad = Math.ceil(height / 6);
    const width = textWidth(text, height) + 2 * pad;
    const left = Math.max(0, Math.min(canvas.width - width, Math.round(x1 - widthPx / 2)));
    const above = Math.round(y1 - widthPx / 2) - height;
    // Inside the box where there is no room above it.
    const top = above < 0 ? Math.max(0, Math.round(y1 + widthPx / 2)) : above;
    canvas.fillRect(left, top, left + width, top + height, color);
    drawText(canvas, text, left + pad, top, height, luminance(color) > 0.4 ? dark : light);
  }

  #glyphsOf(part: string): readonly Glyph[] {
    const whole = this.#options.names.get(part);
    return whole === undefined ? glyphsOf(part) : [whole];
  }
}

const luminance = ({ r, g, b }: Rgb): number => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
