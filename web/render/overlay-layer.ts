/**
 * The shape being drawn or edited, its handles, and guide lines; as a layer of its own, marks, such as ghosts: a few
 * rectangles and rounded strokes, rebuilt in device pixels each time. Everything has a dark rim, so that it is visible on
 * bright and on dark pictures.
 */
import { setUniforms } from "twgl.js";
import type { ImagePoint } from "../base/brand.ts";
import type { Mark, OverlayHandle } from "../base/overlay.ts";
import { cornersOf, type Shape } from "../base/shape.ts";
import { parseColor } from "./gl.ts";
import type { Layer } from "./layer.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { markerPx, rimOpacity, rimPx, strokeWidthPx } from "./types.ts";
import { VertexBuffer } from "./vertex-buffer.ts";
import { viewGlsl, viewUniforms } from "./view.ts";
import type { ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

/** Side lengths of a box's grip and of its white middle, CSS pixels. */
const gripPx = { side: 9, middle: 5 } as const;
/** Radius of a round handle and of its white middle, CSS pixels. */
const roundPx = {
  vertex: { radius: 8, middle: 5.5 },
  edge: { radius: 5, middle: 3 },
  turn: { radius: 6, middle: 3.5 },
} as const;
const guideOpacity = 0.6;
/** Stroke width of marks; their dashes follow. CSS pixels. */
const markPx = 2;
const dashPx = 6;
const maxDashes = 64;

/** Floats per vertex: x, y · red, green, blue, alpha · from x, y · to x, y · radius; device pixels. */
const attributeSizes = [2, 4, 4, 1];

type Color = readonly [red: number, green: number, blue: number, alpha: number];
type Px = readonly [x: number, y: number];

const white: Color = [1, 1, 1, 1];
const rim: Color = [0, 0, 0, rimOpacity];

const vertexShader = `#version 300 es
${viewGlsl}
layout(location = 0) in vec2 a_px;
layout(location = 1) in vec4 a_color;
layout(location = 2) in vec4 a_ends;
layout(location = 3) in float a_radius;
flat out vec4 v_color;
flat out vec4 v_ends;
flat out float v_radius;
out vec2 v_px;
void main() {
  v_color = a_color;
  v_ends = a_ends;
  v_radius = a_radius;
  v_px = a_px;
  gl_Position = to_clip(a_px);
}`;

// With a radius, a rounded stroke between two ends; without one, a filled rectangle.
const fragmentShader = `#version 300 es
precision highp float;
flat in vec4 v_color;
flat in vec4 v_ends;
flat in float v_radius;
in vec2 v_px;
out vec4 color;
void main() {
  float cover = 1.0;
  if (v_radius > 0.0) {
    vec2 along = v_ends.zw - v_ends.xy;
    float part = clamp(dot(v_px - v_ends.xy, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
    cover = clamp(v_radius + 0.5 - distance(v_px, v_ends.xy + along * part), 0.0, 1.0);
  }
  color = vec4(v_color.rgb, v_color.a * cover);
}`;

export class OverlayLayer implements Layer {
  readonly #part: "marks" | "overlay";
  readonly #program: LazyProgram;
  readonly #buffer: VertexBuffer;
  readonly #seen = new Seen();
  #seenView: ViewState | undefined;
  #vertices: number[] = [];

  /** @param part `marks` are below the labels, the rest above them */
  constructor(gl: WebGL2RenderingContext, part: "marks" | "overlay") {
    this.#part = part;
    this.#program = new LazyProgram(gl, [vertexShader, fragmentShader]);
    this.#buffer = new VertexBuffer(gl, attributeSizes);
  }

  update(scene: Scene, view: ViewState): void {
    // It is built in device pixels, so it also depends on the view.
    if (!this.#seen.isStale(scene, "overlay") && sameView(view, this.#seenView)) return;
    this.#seenView = view;
    this.#vertices = [];
    if (this.#part === "marks") for (const mark of scene.marks) this.#addMark(mark, view);
    else this.#addOverlay(scene, view);
    if (this.#vertices.length === 0) return;
    this.#buffer.upload(new Float32Array(this.#vertices));
  }

  draw(view: ViewState): boolean {
    if (this.#vertices.length === 0) return false;
    this.#program.use();
    setUniforms(this.#program.info, viewUniforms(view));
    this.#buffer.drawTriangles();
    return true;
  }

  dispose(): void {
    this.#program.dispose();
    this.#buffer.dispose();
  }

  #addOverlay({ overlay }: Scene, view: ViewState): void {
    const { shapes = [], handles = [], crosshair, isDashed = false } = overlay;
    const color: Color = [...parseColor(overlay.color), 1];
    if (crosshair !== undefined) this.#addCrosshair(toPx(crosshair, view), view);
    for (const shape of shapes) this.#addShape(shape, view, color, isDashed);
    for (const handle of handles) this.#addHandle(handle, view, color);
  }

  #addCrosshair([x, y]: Px, view: ViewState): void {
    const line = Math.max(1, Math.round(view.pixelRatio));
    const px = Math.round(x - line / 2);
    const py = Math.round(y - line / 2);
    this.#addRectangle(px - line, 0, px + 2 * line, view.height, rim);
    this.#addRectangle(0, py - line, view.width, py + 2 * line, rim);
    const color: Color = [1, 1, 1, guideOpacity];
    this.#addRectangle(px, 0, px + line, view.height, color);
    this.#addRectangle(0, py, px, py + line, color);
    this.#addRectangle(px + line, py, view.width, py + line, color);
  }

  /** Solid or dashed; thinner than the edited shape. */
  #addMark({ shape, color, isDashed, opacity = 1 }: Mark, view: ViewState): void {
    const paint: Color = [...parseColor(color), opacity];
    const radius = (markPx / 2) * view.pixelRatio;
    for (const points of pathsOf(shape)) {
      const path = points.map((point) => toPx(point, view));
      for (const [index, to] of path.slice(1).entries()) {
        const from = path[index]!;
        for (const [a, b] of isDashed ? dashes(from, to, dashPx * view.pixelRatio) : [[from, to] as const]) {
          this.#addStroke(a, b, radius + rimPx * view.pixelRatio, [0, 0, 0, rimOpacity * opacity]);
          this.#addStroke(a, b, radius, paint);
        }
      }
    }
  }

  #addShape(shape: Shape, view: ViewState, color: Color, isDashed: boolean): void {
    switch (shape.kind) {
      case "rectangle": {
        if ((shape.rotation ?? 0) === 0 && !isDashed) return this.#addBox(shape.bounds, view, color);
        const corners = cornersOf(shape.bounds, shape.rotation);
        return this.#addPath([...corners, ...corners.slice(0, 1)], view, color, isDashed);
      }
      case "polygon":
        for (const ring of shape.rings) this.#addPath([...ring, ...ring.slice(0, 1)], view, color, isDashed);
        return;
      case "polyline":
        return this.#addPath(shape.points, view, color, isDashed);
      case "point": {
        const at = toPx(shape.at, view);
        const radius = (markerPx / 2) * view.pixelRatio;
        this.#addStroke(at, at, radius + rimPx * view.pixelRatio, rim);
        return this.#addStroke(at, at, radius, color);
      }
    }
  }

  /** Aligned to whole device pixels, as in the box layer. */
  #addBox([x1, y1, x2, y2]: readonly [number, number, number, number], view: ViewState, color: Color): void {
    const stroke = Math.max(1, Math.round(strokeWidthPx.standard * view.pixelRatio));
    const edge = Math.max(1, Math.round(rimPx * view.pixelRatio));
    const left = Math.round(x1 * view.scale + view.x - stroke / 2);
    const top = Math.round(y1 * view.scale + view.y - stroke / 2);
    const right = Math.max(left + stroke, Math.round(x2 * view.scale + view.x + stroke / 2));
    const bottom = Math.max(top + stroke, Math.round(y2 * view.scale + view.y + stroke / 2));
    this.#addFrame(left - edge, top - edge, right + edge, bottom + edge, edge, rim);
    this.#addFrame(left, top, right, bottom, stroke, color);
    const isOpen = right - left > 2 * (stroke + edge) && bottom - top > 2 * (stroke + edge);
    if (isOpen) this.#addFrame(left + stroke, top + stroke, right - stroke, bottom - stroke, edge, rim);
  }

  #addFrame(left: number, top: number, right: number, bottom: number, stroke: number, color: Color): void {
    this.#addRectangle(left, top, right, top + stroke, color);
    this.#addRectangle(left, bottom - stroke, right, bottom, color);
    this.#addRectangle(left, top + stroke, left + stroke, bottom - stroke, color);
    this.#addRectangle(right - stroke, top + stroke, right, bottom - stroke, color);
  }

  #addPath(points: readonly ImagePoint[], view: ViewState, color: Color, isDashed: boolean): void {
    const path = points.map((point) => toPx(point, view));
    const radius = (strokeWidthPx.standard / 2) * view.pixelRatio;
    for (const [width, paint] of [
      [radius + rimPx * view.pixelRatio, rim],
      [radius, color],
    ] as const) {
      for (const [index, to] of path.entries()) {
        const from = path[Math.max(0, index - 1)]!;
        const strokes = isDashed ? dashes(from, to, dashPx * view.pixelRatio) : [[from, to] as const];
        for (const [a, b] of strokes) this.#addStroke(a, b, width, paint);
      }
    }
  }

  #addHandle({ kind, at, isActive = false }: OverlayHandle, view: ViewState, color: Color): void {
    const px = toPx(at, view);
    const middle = isActive ? color : white;
    const edge = rimPx * view.pixelRatio;
    if (kind === "corner" || kind === "side") {
      this.#addSquare(px, gripPx.side * view.pixelRatio + 2 * edge, rim);
      this.#addSquare(px, gripPx.side * view.pixelRatio, isActive ? white : color);
      this.#addSquare(px, gripPx.middle * view.pixelRatio, middle);
      return;
    }
    const { radius, middle: inner } = roundPx[kind];
    this.#addStroke(px, px, radius * view.pixelRatio + edge, rim);
    this.#addStroke(px, px, radius * view.pixelRatio, isActive ? white : color);
    this.#addStroke(px, px, inner * view.pixelRatio, middle);
  }

  #addSquare([x, y]: Px, side: number, color: Color): void {
    const size = Math.round(side);
    const left = Math.round(x - size / 2);
    const top = Math.round(y - size / 2);
    this.#addRectangle(left, top, left + size, top + size, color);
  }

  #addStroke(from: Px, to: Px, radius: number, color: Color): void {
    const reach = radius + 1;
    const left = Math.min(from[0], to[0]) - reach;
    const top = Math.min(from[1], to[1]) - reach;
    const right = Math.max(from[0], to[0]) + reach;
    const bottom = Math.max(from[1], to[1]) + reach;
    this.#addQuad(left, top, right, bottom, color, [...from, ...to, radius]);
  }

  #addRectangle(left: number, top: number, right: number, bottom: number, color: Color): void {
    this.#addQuad(left, top, right, bottom, color, [0, 0, 0, 0, 0]);
  }

  #addQuad(
    left: number,
    top: number,
    right: number,
    bottom: number,
    color: Color,
    stroke: readonly [number, number, number, number, number],
  ): void {
    const corners = [
      [left, top],
      [right, top],
      [left, bottom],
      [left, bottom],
      [right, top],
      [right, bottom],
    ] as const;
    for (const corner of corners) this.#vertices.push(...corner, ...color, ...stroke);
  }
}

/** Closed paths repeat their first point at the end. */
function pathsOf(shape: Shape): readonly (readonly ImagePoint[])[] {
  const closed = (ring: readonly ImagePoint[]) => [...ring, ...ring.slice(0, 1)];
  if (shape.kind === "rectangle") return [closed(cornersOf(shape.bounds, shape.rotation))];
  if (shape.kind === "polygon") return shape.rings.map(closed);
  return shape.kind === "polyline" ? [shape.points] : [[shape.at, shape.at]];
}

/** As many dashes as fit, each as long as the gap after it; limited, so that a huge box costs no more than others. */
function dashes(from: Px, to: Px, dash: number): readonly (readonly [Px, Px])[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const count = Math.min(maxDashes, Math.max(1, Math.round(length / (2 * dash))));
  const at = (part: number): Px => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  return Array.from({ length: count }, (_, index) => [at(index / count), at((index + 0.5) / count)] as const);
}

function toPx({ x, y }: ImagePoint, view: ViewState): Px {
  return [x * view.scale + view.x, y * view.scale + view.y];
}

function sameView(a: ViewState, b: ViewState | undefined): boolean {
  return (
    b !== undefined &&
    a.scale === b.scale &&
    a.x === b.x &&
    a.y === b.y &&
    a.pixelRatio === b.pixelRatio &&
    a.width === b.width &&
    a.height === b.height
  );
}
