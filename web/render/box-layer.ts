/**
 * All boxes in one draw call: each is a ring of eight triangles, so that no fragments are spent on its inside. Fills
 * take a second call. The vertex shader fetches boxes from textures by index, so that the core's columns go to the GPU
 * as they are.
 *
 * Measured with software GL: one flat indexed draw is 2.5 times as fast as instancing.
 */
import { setUniforms } from "twgl.js";
import { DrawFlag } from "#core/border";
import type { DrawColumns } from "./draw-columns.ts";
import { entryGlsl } from "./entry-textures.ts";
import type { Layer, LayerContext } from "./layer.ts";
import { paletteGlsl } from "./palette.ts";
import type { Scene } from "./scene.ts";
import { dashPx, disabledOpacity, rimOpacity, rimPx } from "./types.ts";
import { viewGlsl, viewUniforms } from "./view.ts";
import type { ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

/** Vertices of a box: outer corners 0..3, inner corners 4..7, clockwise from the top left. */
const verticesPerBox = 8;
const ringIndices = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
const insideIndices = [4, 5, 6, 4, 6, 7];

const vertexShader = `#version 300 es
precision highp float;
precision highp int;
${viewGlsl}
${paletteGlsl}
${entryGlsl}
uniform bool u_inside;
flat out vec4 v_color;
flat out vec2 v_size;
flat out float v_stroke;
flat out float v_rim;
flat out float v_dashed;
out vec2 v_px;
void main() {
  int box = gl_VertexID >> 3;
  int corner = gl_VertexID & 3;
  bool inner = (gl_VertexID & 4) != 0;
  int type = entry_type(box);
  uint state = entry_state(box);
  float stroke = stroke_px(type, state);
  float rim = max(1.0, floor(${rimPx.toFixed(1)} * u_view.w + 0.5));
  vec4 edges = box_px(entry_bounds(box), stroke);
  vec2 low = edges.xy - rim;
  vec2 high = edges.zw + rim;
  vec2 inset = inner ? min(vec2(stroke + 2.0 * rim), (high - low) * 0.5) : vec2(0.0);
  vec2 right_bottom = vec2(corner == 1 || corner == 2, corner >= 2);
  vec2 px = mix(low + inset, high - inset, right_bottom);
  v_color = style_color(type);
  if ((state & DISABLED) != 0u) v_color.a *= ${disabledOpacity};
  v_size = high - low;
  v_stroke = stroke;
  v_rim = rim;
  v_dashed = (entry_flags(box) & ${DrawFlag.keyframe}u) == 0u ? 1.0 : 0.0;
  v_px = px - low;
  // A polygon, if there is one, is filled instead.
  float tint = (state & HAS_POLYGON) != 0u ? 0.0 : tint_of(type, state);
  if (u_inside) v_color.a *= tint;
  bool hidden = (state & (HIDDEN | BOX_REPLACED)) != 0u || (u_inside && tint == 0.0);
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : to_clip(px);
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform vec4 u_view;
uniform bool u_inside;
flat in vec4 v_color;
flat in vec2 v_size;
flat in float v_stroke;
flat in float v_rim;
flat in float v_dashed;
in vec2 v_px;
out vec4 color;
void main() {
  if (u_inside) {
    color = v_color;
    return;
  }
  vec2 edge = min(v_px, v_size - v_px);
  if (v_dashed > 0.5) {
    float along = (edge.x < edge.y ? v_px.y : v_px.x) / u_view.w;
    if (mod(along, ${dashPx.on + dashPx.off}.0) >= ${dashPx.on}.0) discard;
  }
  float depth = min(edge.x, edge.y);
  bool is_rim = depth < v_rim || depth > v_rim + v_stroke;
  color = is_rim ? vec4(0.0, 0.0, 0.0, v_color.a * ${rimOpacity}) : v_color;
}`;

export class BoxLayer implements Layer {
  readonly #context: LayerContext;
  readonly #program: LazyProgram;
  readonly #ring: WebGLBuffer;
  readonly #inside: WebGLBuffer;
  #indexedBoxes = 0;
  #columns: DrawColumns | undefined;

  constructor(context: LayerContext) {
    const { gl } = context;
    this.#context = context;
    this.#program = new LazyProgram(gl, [vertexShader, fragmentShader]);
    this.#ring = gl.createBuffer();
    this.#inside = gl.createBuffer();
  }

  prepare(): Promise<void> {
    return this.#program.prepare();
  }

  update({ columns }: Scene): void {
    this.#columns = columns;
  }

  draw(view: ViewState): boolean {
    const columns = this.#columns;
    if (columns === undefined || columns.count === 0) return false;
    if (!this.drawInsides(view)) this.#begin(view, columns);
    this.#drawPart(this.#ring, ringIndices.length, columns.count, false);
    return true;
  }

  /** Draws fills without outlines. @returns whether there are any */
  drawInsides(view: ViewState): boolean {
    const columns = this.#columns;
    if (columns === undefined || !(this.#context.palette.hasFill || columns.hasHovered)) return false;
    this.#begin(view, columns);
    this.#drawPart(this.#inside, insideIndices.length, columns.count, true);
    return true;
  }

  dispose(): void {
    const { gl } = this.#context;
    this.#program.dispose();
    gl.deleteBuffer(this.#ring);
    gl.deleteBuffer(this.#inside);
  }

  #begin(view: ViewState, columns: DrawColumns): void {
    const { palette, entries } = this.#context;
    if (columns.count > this.#indexedBoxes) this.#growIndices(columns.count);
    this.#program.use();
    setUniforms(this.#program.info, {
      ...viewUniforms(view, columns.origin),
      ...entries.uniforms(),
      u_palette: palette.texture,
    });
  }

  #drawPart(indices: WebGLBuffer, perBox: number, boxes: number, isInside: boolean): void {
    const { gl } = this.#context;
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    setUniforms(this.#program.info, { u_inside: isInside });
    gl.drawElements(gl.TRIANGLES, boxes * perBox, gl.UNSIGNED_INT, 0);
  }

  #growIndices(boxes: number): void {
    const { gl } = this.#context;
    this.#indexedBoxes = Math.max(1024, boxes, this.#indexedBoxes * 2);
    for (const [buffer, pattern] of [
      [this.#ring, ringIndices],
      [this.#inside, insideIndices],
    ] as const) {
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, repeatPattern(pattern, this.#indexedBoxes), gl.STATIC_DRAW);
    }
  }
}

function repeatPattern(pattern: readonly number[], boxes: number): Uint32Array {
  const indices = new Uint32Array(boxes * pattern.length);
  let at = 0;
  for (let box = 0; box < boxes; box++) {
    for (const index of pattern) indices[at++] = box * verticesPerBox + index;
  }
  return indices;
}
