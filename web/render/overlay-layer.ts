/** The shape being drawn or edited, its grips, and guide lines: a handful of flat rectangles built anew each time. */
import { createProgramInfo, setUniforms } from "twgl.js";
import type { ProgramInfo } from "twgl.js";
import { parseColor, viewGlsl, viewUniforms } from "./gl.ts";
import type { ViewState } from "./gl.ts";
import { strokeWidthPx } from "./types.ts";
import type { Overlay } from "./types.ts";

/** Side of a grip and of its white middle, CSS pixels. */
const gripPx = 9;
const gripMiddlePx = 5;
const guideOpacity = 0.6;

/** Floats per vertex: x, y (device px), red, green, blue, alpha. */
const stride = 6;

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const vertexShader = `#version 300 es
${viewGlsl}
layout(location = 0) in vec2 a_px;
layout(location = 1) in vec4 a_color;
out vec4 v_color;
void main() {
  v_color = a_color;
  gl_Position = to_clip(a_px);
}`;

const fragmentShader = `#version 300 es
precision highp float;
in vec4 v_color;
out vec4 color;
void main() { color = v_color; }`;

export class OverlayLayer {
  private readonly gl: WebGL2RenderingContext;
  private readonly program: ProgramInfo;
  private readonly vertexArray: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;
  private overlay: Overlay = {};
  private vertices: number[] = [];

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    this.program = createProgramInfo(gl, [vertexShader, fragmentShader]);
    this.buffer = gl.createBuffer();
    this.vertexArray = gl.createVertexArray();
    gl.bindVertexArray(this.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, stride * 4, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.FLOAT, false, stride * 4, 8);
    gl.bindVertexArray(null);
  }

  setOverlay(overlay: Overlay): void {
    this.overlay = overlay;
  }

  /** Depends on the viewport, so it is built for each drawing; there is little of it. */
  update(view: ViewState): void {
    this.vertices = [];
    const { shape, crosshair } = this.overlay;
    if (crosshair !== undefined) this.addCrosshair(crosshair.x, crosshair.y, view);
    if (shape !== undefined) this.addShape(shape, view);
    if (this.vertices.length === 0) return;
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(this.vertices), gl.DYNAMIC_DRAW);
  }

  draw(view: ViewState): void {
    if (this.vertices.length === 0) return;
    const { gl } = this;
    gl.useProgram(this.program.program);
    gl.bindVertexArray(this.vertexArray);
    setUniforms(this.program, viewUniforms(view));
    gl.drawArrays(gl.TRIANGLES, 0, this.vertices.length / stride);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    const { gl } = this;
    gl.deleteProgram(this.program.program);
    gl.deleteBuffer(this.buffer);
    gl.deleteVertexArray(this.vertexArray);
  }

  private addCrosshair(x: number, y: number, view: ViewState): void {
    const line = Math.max(1, Math.round(view.pixelRatio));
    const px = Math.round(x * view.scale + view.x - line / 2);
    const py = Math.round(y * view.scale + view.y - line / 2);
    const color: Color = [1, 1, 1, guideOpacity];
    this.addRectangle(px, 0, px + line, view.height, color);
    this.addRectangle(0, py, px, py + line, color);
    this.addRectangle(px + line, py, view.width, py + line, color);
  }

  private addShape(shape: NonNullable<Overlay["shape"]>, view: ViewState): void {
    const [x1, y1, x2, y2] = shape.bounds;
    const stroke = Math.max(1, Math.round(strokeWidthPx.standard * view.pixelRatio));
    const left = Math.round(x1 * view.scale + view.x - stroke / 2);
    const top = Math.round(y1 * view.scale + view.y - stroke / 2);
    const right = Math.max(left + stroke, Math.round(x2 * view.scale + view.x + stroke / 2));
    const bottom = Math.max(top + stroke, Math.round(y2 * view.scale + view.y + stroke / 2));
    const color: Color = [...parseColor(shape.color), 1];
    this.addRectangle(left, top, right, top + stroke, color);
    this.addRectangle(left, bottom - stroke, right, bottom, color);
    this.addRectangle(left, top + stroke, left + stroke, bottom - stroke, color);
    this.addRectangle(right - stroke, top + stroke, right, bottom - stroke, color);
    if (!shape.handles) return;
    const xs = [left + stroke / 2, (left + right) / 2, right - stroke / 2];
    const ys = [top + stroke / 2, (top + bottom) / 2, bottom - stroke / 2];
    for (const [column, x] of xs.entries()) {
      for (const [row, y] of ys.entries()) {
        if (column === 1 && row === 1) continue;
        this.addSquare(x, y, gripPx * view.pixelRatio, color);
        this.addSquare(x, y, gripMiddlePx * view.pixelRatio, [1, 1, 1, 1]);
      }
    }
  }

  private addSquare(x: number, y: number, side: number, color: Color): void {
    const size = Math.round(side);
    const left = Math.round(x - size / 2);
    const top = Math.round(y - size / 2);
    this.addRectangle(left, top, left + size, top + size, color);
  }

  private addRectangle(left: number, top: number, right: number, bottom: number, color: Color): void {
    const corners = [
      [left, top],
      [right, top],
      [left, bottom],
      [left, bottom],
      [right, top],
      [right, bottom],
    ] as const;
    for (const corner of corners) this.vertices.push(...corner, ...color);
  }
}
