/**
 * A label at each box, on a plate in the color of its type, the same size at any zoom. Its default place is above the
 * box's top left corner, or inside if there is no room; it is moved so that it covers no other label and no small box,
 * or is omitted.
 */
import { setUniforms } from "twgl.js";
import { whenIdle } from "../base/after-frame.ts";
import { EntryState } from "./draw-columns.ts";
import type { DrawColumns } from "./draw-columns.ts";
import { strokeGlsl } from "./entry-textures.ts";
import { GlyphAtlas } from "./glyph-atlas.ts";
import type { Glyph } from "./glyph-atlas.ts";
import type { Layer } from "./layer.ts";
import { paletteGlsl } from "./palette.ts";
import type { Palette } from "./palette.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { edge, isSeen, placeLabels, type LabelToPlace, type Rect, type Shift } from "./label-places.ts";
import { disabledOpacity, maxLabels, strokeWidthPx } from "./types.ts";
import { VertexBuffer } from "./vertex-buffer.ts";
import { isSameView, noOrigin, viewGlsl, viewOffset, viewUniforms } from "./view.ts";
import type { ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

/** Boxes with sides up to this are not covered by other boxes' labels, CSS pixels. */
const smallBoxPx = 40;
/** Half the side of the area kept free around a box's rotation handle, CSS pixels. */
const turnHandlePx = 8;
/** Opacity of labels of disabled tracks, which are also darkened. */
const disabledLabelOpacity = 0.8;

/**
 * Floats per vertex: box x1, y1, x2, y2 (image px from the list's origin) · position in the label x, y (device px) · u,
 * v (texels) · type, state, width of the label (device px).
 */
const attributeSizes = [4, 2, 2, 3];
const verticesPerPiece = 6;

const vertexShader = `#version 300 es
precision highp float;
precision highp int;
${viewGlsl}
${paletteGlsl}
${strokeGlsl}
uniform float u_label_height;
layout(location = 0) in vec4 a_bounds;
layout(location = 1) in vec2 a_offset;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec3 a_type_state_width;
flat out vec3 v_plate;
flat out vec3 v_text;
flat out float v_opacity;
out vec2 v_uv;
// Linear value of one channel (WCAG relative luminance).
float light(float channel) {
  return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}
void main() {
  int type = int(a_type_state_width.x);
  uint state = uint(a_type_state_width.y);
  float width = a_type_state_width.z;
  float stroke = stroke_px(type, state);
  vec4 box = box_px(a_bounds, stroke);
  bool seen = box.z > 0.0 && box.x < u_canvas.x && box.w > 0.0 && box.y < u_canvas.y;
  // Kept in view horizontally as long as its box is.
  float left = min(max(box.x, min(0.0, box.z - width)), max(0.0, u_canvas.x - ${edge}.0 - width));
  float top = box.y - u_label_height;
  if (top < 0.0) top = max(box.y + stroke, min(0.0, box.w - u_label_height));
  bool disabled = (state & DISABLED) != 0u;
  // Disabled labels are darkened rather than translucent: where labels overlap, a translucent plate would be
  // unreadable.
  vec3 plate = style_color(type).rgb * (disabled ? ${disabledOpacity} : 1.0);
  float luminance = dot(vec3(light(plate.r), light(plate.g), light(plate.b)), vec3(0.2126, 0.7152, 0.0722));
  v_plate = plate;
  // At this luminance black and white have the same contrast, 4.58:1; everywhere else one of them has more.
  v_text = luminance > 0.179 ? vec3(0.0) : vec3(1.0);
  v_opacity = disabled ? ${disabledLabelOpacity} : 1.0;
  v_uv = a_uv;
  gl_Position = seen ? to_clip(vec2(left, top) + a_offset) : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D u_atlas;
flat in vec3 v_plate;
flat in vec3 v_text;
flat in float v_opacity;
in vec2 v_uv;
out vec4 color;
void main() {
  vec2 cover = texelFetch(u_atlas, ivec2(v_uv), 0).rg;
  float alpha = max(cover.r, cover.g);
  if (alpha < 0.01) discard;
  color = vec4(cover.r > cover.g ? v_text : v_plate, alpha * v_opacity);
}`;

export class LabelLayer implements Layer {
  readonly #gl: WebGL2RenderingContext;
  readonly #palette: Palette;
  readonly #program: LazyProgram;
  readonly #buffer: VertexBuffer;
  readonly #seen = new Seen();
  #atlas: GlyphAtlas | undefined;
  #atlasRatio = 0;
  #columns: DrawColumns | undefined;
  #vertices = new Float32Array(0);
  #vertexCount = 0;
  /** The view for which places were computed. */
  #placedFor: ViewState | undefined;

  constructor(gl: WebGL2RenderingContext, palette: Palette) {
    this.#gl = gl;
    this.#palette = palette;
    this.#program = new LazyProgram(gl, [vertexShader, fragmentShader]);
    this.#buffer = new VertexBuffer(gl, attributeSizes);
  }

  update(scene: Scene, view: ViewState): void {
    this.#columns = scene.columns;
    let isStale = this.#seen.areStale(scene, "list", "states", "styles", "labels", "overlay");
    if (this.#atlasRatio !== view.pixelRatio) {
      this.#atlas?.dispose();
      this.#atlas = new GlyphAtlas(this.#gl, view.pixelRatio);
      this.#atlasRatio = view.pixelRatio;
      isStale = true;
    }
    const isMoved = this.#placedFor === undefined || !isSameView(view, this.#placedFor);
    if ((!isStale && !isMoved) || this.#atlas === undefined) return;
    this.#placedFor = view;
    // A full atlas is cleared once; labels that do not fit even then are omitted.
    if (!this.#build(scene, view, this.#atlas)) {
      this.#atlas.clear();
      this.#build(scene, view, this.#atlas);
    }
    if (this.#vertexCount === 0) return;
    this.#buffer.upload(this.#vertices.subarray(0, this.#vertexCount * this.#buffer.stride));
  }

  draw(view: ViewState): boolean {
    if (this.#vertexCount === 0 || this.#atlas === undefined || this.#columns === undefined) return false;
    this.#program.use();
    setUniforms(this.#program.info, {
      ...viewUniforms(view, this.#columns.origin),
      u_palette: this.#palette.texture,
      u_atlas: this.#atlas.texture,
      u_label_height: this.#atlas.lineHeight,
    });
    this.#buffer.drawTriangles();
    return true;
  }

  dispose(): void {
    this.#program.dispose();
    this.#buffer.dispose();
    this.#atlas?.dispose();
  }

  /** Lays out the labels of all boxes, emphasized ones last and so on top; false if the atlas became full. */
  #build(scene: Scene, view: ViewState, atlas: GlyphAtlas): boolean {
    const { columns, labelOf, styles } = scene;
    this.#vertexCount = 0;
    scene.hiddenLabelCount = 0;
    if (labelOf === undefined) return true;
    const emphasis = EntryState.selected | EntryState.hovered;
    const areMany = columns.count > maxLabels;
    // The first label may appear on hovering or filtering, when a compilation would be noticed.
    if (areMany) whenIdle(() => void this.#program.prepare());
    let complete = true;
    const labels: (LabelToPlace & { readonly entry: number; readonly glyphs: readonly Glyph[] })[] = [];
    for (let entry = 0; entry < columns.count; entry++) {
      const state = columns.states[entry]!;
      const type = columns.typeIndices[entry]!;
      const isEmphasised = (state & emphasis) !== 0;
      if (areMany && !isEmphasised) continue;
      if ((state & (EntryState.hidden | EntryState.moving)) !== 0 || styles[type]?.showLabel === false) continue;
      const text = labelOf(columns.trackIds[entry]!, type, isEmphasised);
      if (text === undefined || text === "") continue;
      const glyphs = atlas.layout(text);
      if (glyphs === undefined) {
        complete = false;
        continue;
      }
      const { left, right } = atlas.plate();
      const width = left.width + glyphs.reduce((sum, { advance }) => sum + advance, 0) + right.width;
      labels.push({ entry, glyphs, width, isEmphasised, ...boxOf(scene, view, entry) });
    }
    const shifts = placeLabels(labels, atlas.lineHeight, smallBoxPx * view.pixelRatio, view, keptFree(scene, view));
    for (const isEmphasised of [false, true]) {
      for (const [index, label] of labels.entries()) {
        const shift = shifts[index];
        if (label.isEmphasised !== isEmphasised || shift === undefined) continue;
        this.#place(label.glyphs, columns, label.entry, atlas, shift);
      }
    }
    scene.hiddenLabelCount = labels.filter(
      (label, index) => shifts[index] === undefined && isSeen(label.box, view),
    ).length;
    return complete;
  }

  #place(
    glyphs: readonly Glyph[],
    columns: DrawColumns,
    entry: number,
    atlas: GlyphAtlas,
    { dx, dy }: NonNullable<Shift>,
  ): void {
    const { left, middle, right } = atlas.plate();
    const textWidth = glyphs.reduce((sum, { advance }) => sum + advance, 0);
    const width = left.width + textWidth + right.width;
    this.#reserve((glyphs.length + 3) * verticesPerPiece);
    const put = (piece: Glyph, x: number, pieceWidth: number): void =>
      this.#put(piece, x + dx, pieceWidth, width, columns, entry, atlas.lineHeight, dy);
    put(left, 0, left.width);
    put(middle, left.width, textWidth);
    put(right, left.width + textWidth, right.width);
    let x = left.width - atlas.padding;
    for (const glyph of glyphs) {
      put(glyph, x, glyph.width);
      x += glyph.advance;
    }
  }

  /** One piece, stretched to `pieceWidth`, at `x` device pixels from the label's left. */
  #put(
    piece: Glyph,
    x: number,
    pieceWidth: number,
    labelWidth: number,
    columns: DrawColumns,
    entry: number,
    height: number,
    dy: number,
  ): void {
    const vertices = this.#vertices;
    for (const corner of [0, 1, 2, 2, 1, 3]) {
      const isRight = corner & 1;
      const isDown = corner >> 1;
      const at = this.#vertexCount++ * this.#buffer.stride;
      for (let side = 0; side < 4; side++) vertices[at + side] = columns.bounds[entry * 4 + side]!;
      vertices[at + 4] = x + isRight * pieceWidth;
      vertices[at + 5] = dy + isDown * height;
      vertices[at + 6] = piece.x + isRight * piece.width;
      vertices[at + 7] = piece.y + isDown * height;
      vertices[at + 8] = columns.typeIndices[entry]!;
      vertices[at + 9] = columns.states[entry]!;
      vertices[at + 10] = labelWidth;
    }
  }

  #reserve(vertexCount: number): void {
    const needed = (this.#vertexCount + vertexCount) * this.#buffer.stride;
    if (needed <= this.#vertices.length) return;
    const grown = new Float32Array(Math.max(needed, this.#vertices.length * 2));
    grown.set(this.#vertices);
    this.#vertices = grown;
  }
}

/** Rotation handles of boxes, and areas where something is shown above the canvas; device pixels. */
export function keptFree({ overlay, covered }: Pick<Scene, "overlay" | "covered">, view: ViewState): readonly Rect[] {
  const { pixelRatio } = view;
  const areas = covered.map(({ left, top, right, bottom }) => ({
    left: left * pixelRatio,
    top: top * pixelRatio,
    right: right * pixelRatio,
    bottom: bottom * pixelRatio,
  }));
  const [x, y] = viewOffset(view, noOrigin);
  const reach = turnHandlePx * pixelRatio;
  const handles = (overlay.handles ?? []).flatMap(({ kind, at }) => {
    if (kind !== "turn") return [];
    const [left, top] = [at.x * view.scale + x - reach, at.y * view.scale + y - reach];
    return [{ left, top, right: left + 2 * reach, bottom: top + 2 * reach }];
  });
  return [...areas, ...handles];
}

/** A box including its stroke in device pixels, computed as in the shader. */
function boxOf({ columns, styles }: Scene, view: ViewState, entry: number): Pick<LabelToPlace, "box" | "stroke"> {
  const isSelected = (columns.states[entry]! & EntryState.selected) !== 0;
  const more = isSelected ? strokeWidthPx.selected - strokeWidthPx.standard : 0;
  const styleWidth = styles[columns.typeIndices[entry]!]?.strokeWidth ?? strokeWidthPx.standard;
  const stroke = Math.max(1, Math.floor((styleWidth + more) * view.pixelRatio + 0.5));
  const [x, y] = viewOffset(view, columns.origin);
  const at = (side: number, offset: number): number => columns.bounds[entry * 4 + side]! * view.scale + offset;
  const left = Math.floor(at(0, x) - stroke / 2 + 0.5);
  const top = Math.floor(at(1, y) - stroke / 2 + 0.5);
  const right = Math.max(left + stroke, Math.floor(at(2, x) + stroke / 2 + 0.5));
  const bottom = Math.max(top + stroke, Math.floor(at(3, y) + stroke / 2 + 0.5));
  return { stroke, box: { left, top, right, bottom } };
}
