/** A line of text above each box, in the colour of its type, the same size at any zoom. */
import { createProgramInfo, setUniforms } from "twgl.js";
import type { ProgramInfo } from "twgl.js";
import { EntryState } from "./draw-columns.ts";
import type { DrawColumns } from "./draw-columns.ts";
import { viewGlsl, viewUniforms } from "./gl.ts";
import type { ViewState } from "./gl.ts";
import { GlyphAtlas } from "./glyph-atlas.ts";
import type { Glyph } from "./glyph-atlas.ts";
import { paletteGlsl } from "./palette.ts";
import type { Palette } from "./palette.ts";
import { disabledOpacity } from "./types.ts";
import type { DrawStyle, LabelOf } from "./types.ts";

/** With more boxes than this on a frame their labels cover each other: only those of selected tracks are drawn. */
const mostLabels = 500;
/** Gap between the box and its label, CSS pixels. */
const gapPx = 1;

/** Floats per vertex: anchor x, y (image px) · offset x, y (device px) · u, v (texels) · type · opacity. */
const stride = 8;
const verticesPerGlyph = 6;

const vertexShader = `#version 300 es
precision highp float;
${viewGlsl}
${paletteGlsl}
uniform float u_label_height;
layout(location = 0) in vec2 a_anchor;
layout(location = 1) in vec2 a_offset;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec2 a_type_opacity;
flat out vec4 v_color;
out vec2 v_uv;
void main() {
  vec2 anchor = round(to_px(a_anchor));
  // A label that would stick out at the top of the canvas moves into its box.
  float down = anchor.y < u_label_height ? u_label_height : 0.0;
  v_color = vec4(style_color(int(a_type_opacity.x)).rgb, a_type_opacity.y);
  v_uv = a_uv;
  gl_Position = to_clip(anchor + a_offset + vec2(0.0, down));
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D u_atlas;
flat in vec4 v_color;
in vec2 v_uv;
out vec4 color;
void main() {
  vec2 cover = texelFetch(u_atlas, ivec2(v_uv), 0).rg;
  float alpha = max(cover.r, cover.g * 0.75);
  if (alpha < 0.01) discard;
  color = vec4(v_color.rgb * cover.r / alpha, alpha * v_color.a);
}`;

export class LabelLayer {
  private readonly gl: WebGL2RenderingContext;
  private readonly palette: Palette;
  private readonly program: ProgramInfo;
  private readonly vertexArray: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;
  private atlas: GlyphAtlas | undefined;
  private atlasRatio = 0;
  private columns: DrawColumns | undefined;
  private labelOf: LabelOf | undefined;
  private styles: readonly DrawStyle[] = [];
  private vertices = new Float32Array(0);
  private vertexCount = 0;
  private stale = false;

  constructor(gl: WebGL2RenderingContext, palette: Palette) {
    this.gl = gl;
    this.palette = palette;
    this.program = createProgramInfo(gl, [vertexShader, fragmentShader]);
    this.buffer = gl.createBuffer();
    this.vertexArray = gl.createVertexArray();
    gl.bindVertexArray(this.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (let pair = 0; pair < stride / 2; pair++) {
      gl.enableVertexAttribArray(pair);
      gl.vertexAttribPointer(pair, 2, gl.FLOAT, false, stride * 4, pair * 8);
    }
    gl.bindVertexArray(null);
  }

  setColumns(columns: DrawColumns): void {
    this.columns = columns;
    this.stale = true;
  }

  setLabels(labelOf: LabelOf | undefined): void {
    this.labelOf = labelOf;
    this.stale = true;
  }

  setStyles(styles: readonly DrawStyle[]): void {
    this.styles = styles;
    this.stale = true;
  }

  invalidateStates(): void {
    this.stale = true;
  }

  update(view: ViewState): void {
    if (this.atlasRatio !== view.pixelRatio) {
      this.atlas?.dispose();
      this.atlas = new GlyphAtlas(this.gl, view.pixelRatio);
      this.atlasRatio = view.pixelRatio;
      this.stale = true;
    }
    if (!this.stale) return;
    this.stale = false;
    // A full atlas is emptied once; labels that do not fit even then are left out.
    if (!this.build(view)) {
      this.atlas?.clear();
      this.build(view);
    }
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.vertices.subarray(0, this.vertexCount * stride), gl.DYNAMIC_DRAW);
  }

  draw(view: ViewState): void {
    if (this.vertexCount === 0 || this.atlas === undefined) return;
    const { gl } = this;
    gl.useProgram(this.program.program);
    gl.bindVertexArray(this.vertexArray);
    setUniforms(this.program, {
      ...viewUniforms(view),
      u_palette: this.palette.texture,
      u_atlas: this.atlas.texture,
      u_label_height: this.atlas.lineHeight,
    });
    gl.drawArrays(gl.TRIANGLES, 0, this.vertexCount);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    const { gl } = this;
    gl.deleteProgram(this.program.program);
    gl.deleteBuffer(this.buffer);
    gl.deleteVertexArray(this.vertexArray);
    this.atlas?.dispose();
  }

  /** Lays out the labels of all boxes; false when the atlas became full on the way. */
  private build(view: ViewState): boolean {
    const { columns, labelOf, atlas } = this;
    this.vertexCount = 0;
    if (columns === undefined || labelOf === undefined || atlas === undefined) return true;
    const onlySelected = columns.count > mostLabels;
    let complete = true;
    for (let i = 0; i < columns.count; i++) {
      const state = columns.states[i]!;
      const type = columns.typeIndices[i]!;
      if ((state & EntryState.hidden) !== 0 || this.styles[type]?.showLabel === false) continue;
      if (onlySelected && (state & EntryState.selected) === 0) continue;
      const text = labelOf(columns.trackIds[i]!, type);
      if (text === undefined || text === "") continue;
      const glyphs = atlas.layout(text);
      if (glyphs === undefined) {
        complete = false;
        continue;
      }
      const opacity = (state & EntryState.disabled) !== 0 ? disabledOpacity : 1;
      this.place(glyphs, columns.bounds[i * 4]!, columns.bounds[i * 4 + 1]!, type, opacity, view, atlas);
    }
    return complete;
  }

  private place(
    glyphs: readonly Glyph[],
    anchorX: number,
    anchorY: number,
    type: number,
    opacity: number,
    view: ViewState,
    atlas: GlyphAtlas,
  ): void {
    this.reserve(glyphs.length * verticesPerGlyph);
    const top = -atlas.lineHeight - Math.round(gapPx * view.pixelRatio);
    let left = -atlas.padding;
    for (const glyph of glyphs) {
      for (const corner of [0, 1, 2, 2, 1, 3]) {
        const right = corner & 1;
        const down = corner >> 1;
        const at = this.vertexCount++ * stride;
        this.vertices[at] = anchorX;
        this.vertices[at + 1] = anchorY;
        this.vertices[at + 2] = left + right * glyph.width;
        this.vertices[at + 3] = top + down * atlas.lineHeight;
        this.vertices[at + 4] = glyph.x + right * glyph.width;
        this.vertices[at + 5] = glyph.y + down * atlas.lineHeight;
        this.vertices[at + 6] = type;
        this.vertices[at + 7] = opacity;
      }
      left += glyph.advance;
    }
  }

  private reserve(vertexCount: number): void {
    const needed = (this.vertexCount + vertexCount) * stride;
    if (needed <= this.vertices.length) return;
    const grown = new Float32Array(Math.max(needed, this.vertices.length * 2));
    grown.set(this.vertices);
    this.vertices = grown;
  }
}
