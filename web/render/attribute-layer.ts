/**
 * Attribute values at the boxes, according to their rendering settings: rows at a corner, inside the box or next to it,
 * each with a name and a value in their own colors and sizes, optionally in a frame. Text keeps its size at any zoom;
 * widths and heights in percent follow the box and are computed in the shader.
 */
import { setUniforms } from "twgl.js";
import {
  addLengths,
  joinLines,
  RowWriter,
  type Batch,
  type Length,
  type Line,
  type Row,
  type RowLeft,
} from "./attribute-rows.ts";
import type { AttributeExtent, AttributeText } from "./attribute-text.ts";
import { EntryState } from "./draw-columns.ts";
import type { DrawColumns } from "./draw-columns.ts";
import { GlyphAtlas } from "./glyph-atlas.ts";
import type { Layer } from "./layer.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { disabledOpacity, maxLabels } from "./types.ts";
import { VertexBuffer } from "./vertex-buffer.ts";
import { viewGlsl, viewUniforms } from "./view.ts";
import type { ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

/** Size of text without a size of its own, CSS pixels. */
const autoSizePx = 12;
const sizesPx = { min: 6, max: 96 } as const;
/** Gap between a box and the text next to it, and around text in its row; CSS pixels. */
const gapPx = 4;

/**
 * Floats per vertex: the box (image px from the list's origin) · across: share of the box, share of the row, device px
 * · down: share of the box, device px · the row's width: share of the box, minimum device px · texel u, v, negative for
 * a plain surface · r, g, b, a.
 */
const attributeSizes = [4, 3, 2, 2, 2, 4];

const vertexShader = `#version 300 es
precision highp float;
${viewGlsl}
layout(location = 0) in vec4 a_bounds;
layout(location = 1) in vec3 a_across;
layout(location = 2) in vec2 a_down;
layout(location = 3) in vec2 a_width;
layout(location = 4) in vec2 a_uv;
layout(location = 5) in vec4 a_color;
out vec2 v_uv;
out vec4 v_color;
void main() {
  vec2 from = to_px(a_bounds.xy);
  vec2 size = to_px(a_bounds.zw) - from;
  float width = max(a_width.x * size.x, a_width.y);
  // Whole pixels, so that letters are drawn texel by texel.
  float x = floor(from.x + a_across.x * size.x + a_across.y * width + 0.5) + a_across.z;
  float y = floor(from.y + a_down.x * size.y + 0.5) + a_down.y;
  v_uv = a_uv;
  v_color = a_color;
  gl_Position = to_clip(vec2(x, y));
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D u_atlas;
in vec2 v_uv;
in vec4 v_color;
out vec4 color;
void main() {
  float cover = v_uv.x < 0.0 ? 1.0 : texelFetch(u_atlas, ivec2(v_uv), 0).r;
  if (cover < 0.01) discard;
  color = vec4(v_color.rgb, v_color.a * cover);
}`;

export class AttributeLayer implements Layer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: LazyProgram;
  readonly #seen = new Seen();
  /** By text size in CSS pixels; 0: surfaces. */
  readonly #batches = new Map<number, Batch>();
  #pixelRatio = 0;
  #columns: DrawColumns | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new LazyProgram(gl, [vertexShader, fragmentShader]);
  }

  update(scene: Scene, view: ViewState): void {
    this.#columns = scene.columns;
    let isStale = this.#seen.areStale(scene, "list", "states", "styles", "attributes");
    if (this.#pixelRatio !== view.pixelRatio) {
      this.#clear();
      this.#pixelRatio = view.pixelRatio;
      isStale = true;
    }
    if (!isStale) return;
    // A full atlas is cleared once; texts that do not fit even then are omitted.
    if (!this.#build(scene)) {
      for (const { atlas } of this.#batches.values()) atlas?.clear();
      this.#build(scene);
    }
    for (const { buffer, values } of this.#batches.values()) buffer.upload(Float32Array.from(values));
  }

  draw(view: ViewState): boolean {
    const columns = this.#columns;
    if (columns === undefined) return false;
    let hasDrawn = false;
    // Surfaces first, under the texts.
    for (const [, { atlas, buffer, values }] of [...this.#batches].toSorted(([a], [b]) => a - b)) {
      if (values.length === 0) continue;
      this.#program.use();
      const texture =
        atlas?.texture ?? [...this.#batches.values()].find((each) => each.atlas !== undefined)?.atlas?.texture;
      setUniforms(this.#program.info, { ...viewUniforms(view, columns.origin), ...(texture && { u_atlas: texture }) });
      buffer.drawTriangles();
      hasDrawn = true;
    }
    return hasDrawn;
  }

  dispose(): void {
    this.#program.dispose();
    this.#clear();
  }

  #clear(): void {
    for (const { atlas, buffer } of this.#batches.values()) {
      atlas?.dispose();
      buffer.dispose();
    }
    this.#batches.clear();
  }

  /** False if an atlas became full. */
  #build({ attributesOf, columns, styles }: Scene): boolean {
    for (const { values } of this.#batches.values()) values.length = 0;
    if (attributesOf === undefined) return true;
    const emphasis = EntryState.selected | EntryState.hovered;
    const areMany = columns.count > maxLabels;
    let isComplete = true;
    for (let entry = 0; entry < columns.count; entry++) {
      const state = columns.states[entry]!;
      if ((state & (EntryState.hidden | EntryState.moving)) !== 0 || (areMany && (state & emphasis) === 0)) continue;
      const type = columns.typeIndices[entry]!;
      const texts = attributesOf(columns.trackIds[entry]!, type);
      if (texts.length === 0) continue;
      const opacity = (state & EntryState.disabled) !== 0 ? disabledOpacity : 1;
      const rows = texts.map((text) => this.#layOut(text, styles[type]?.color ?? "#ffffff"));
      if (rows.includes(undefined)) isComplete = false;
      const stacks = Map.groupBy(
        rows.filter((row) => row !== undefined),
        ({ text }) => `${text.location} ${text.corner}`,
      );
      for (const stack of stacks.values()) this.#placeStack(stack, entry, opacity);
    }
    return isComplete;
  }

  /** `undefined` if the atlas is full. */
  #layOut(text: AttributeText, typeColor: string): Row | undefined {
    const name = text.name === "" ? undefined : this.#line(`${text.name}: `, text.namePx, text.nameColor ?? typeColor);
    const value = this.#line(text.value, text.valuePx, text.valueColor);
    if (value === undefined || (text.name !== "" && name === undefined)) return undefined;
    const parts = name === undefined ? [value] : [name, value];
    const lines = text.layout === "vertical" ? parts : [joinLines(parts)];
    const textHeightPx = lines.reduce((sum, { heightPx }) => sum + heightPx, 0);
    return {
      text,
      lines,
      textWidthPx: Math.max(...lines.map(({ widthPx }) => widthPx)),
      textHeightPx,
      height: text.height.type === "auto" ? { share: 0, px: textHeightPx } : this.#length(text.height),
    };
  }

  #line(text: string, sizePx: number, color: string): Line | undefined {
    const batch = this.#batchOf(
      sizePx > 0 ? Math.min(sizesPx.max, Math.max(sizesPx.min, Math.round(sizePx))) : autoSizePx,
    );
    const glyphs = batch.atlas?.layout(text);
    if (glyphs === undefined) return undefined;
    const widthPx = glyphs.reduce((sum, { advance }) => sum + advance, 0);
    return { runs: [{ glyphs, batch, color }], widthPx, heightPx: batch.atlas?.lineHeight ?? 0 };
  }

  #length({ type, val }: AttributeExtent): Length {
    return type === "%" ? { share: val / 100, px: 0 } : { share: 0, px: Math.round(val * this.#pixelRatio) };
  }

  #placeStack(rows: readonly Row[], entry: number, opacity: number): void {
    const [first] = rows;
    if (first === undefined) return;
    const { location, corner } = first.text;
    const gap = Math.round(gapPx * this.#pixelRatio);
    const isEast = corner === "SE";
    const isInside = location === "inside";
    const height = rows.reduce((sum, row) => addLengths(sum, row.height), { share: 0, px: 0 });
    // From the corner of the box to the top left of the rows.
    const left: RowLeft = {
      share: isEast ? 1 : 0,
      ofRow: isEast === isInside ? -1 : 0,
      px: (isEast === isInside ? -1 : 1) * gap,
    };
    const margin = isInside ? gap : 0;
    let top = corner === "NW" ? { share: 0, px: margin } : { share: 1 - height.share, px: -height.px - margin };
    for (const row of rows) {
      this.#placeRow(row, entry, left, top, opacity);
      top = addLengths(top, row.height);
    }
  }

  #placeRow(row: Row, entry: number, left: RowLeft, top: Length, opacity: number): void {
    const padding = Math.round(gapPx * this.#pixelRatio);
    const width = this.#length(row.text.width);
    const writer = new RowWriter({
      bounds: this.#columns?.bounds.subarray(entry * 4, entry * 4 + 4) ?? new Float32Array(4),
      left,
      top,
      bottom: addLengths(top, row.height),
      width: { share: width.share, px: Math.max(width.px, row.textWidthPx + 2 * padding) },
      padding,
      opacity,
      surfaces: this.#batchOf(0).values,
    });
    const { box } = row.text;
    if (box !== undefined) writer.addBox(box, Math.round(box.thicknessPx * this.#pixelRatio));
    writer.addText(row, (box?.background?.opacity ?? 0) < 0.5);
  }

  #batchOf(sizePx: number): Batch {
    const known = this.#batches.get(sizePx);
    if (known !== undefined) return known;
    const batch: Batch = {
      atlas: sizePx === 0 ? undefined : new GlyphAtlas(this.#gl, this.#pixelRatio, sizePx),
      buffer: new VertexBuffer(this.#gl, attributeSizes),
      values: [],
    };
    this.#batches.set(sizePx, batch);
    return batch;
  }
}
