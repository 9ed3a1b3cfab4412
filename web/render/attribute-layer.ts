/**
 * Attribute values at the boxes, according to their rendering settings: rows at a corner, inside the box or next to it,
 * each with a name and a value in their own colors and sizes, optionally in a frame. Text keeps its size at any zoom;
 * widths and heights in percent follow the box and are computed in the shader.
 */
import { setUniforms } from "twgl.js";
import type { AttributeExtent, AttributeText } from "./attribute-text.ts";
import { EntryState } from "./draw-columns.ts";
import type { DrawColumns } from "./draw-columns.ts";
import { parseColor } from "./gl.ts";
import { GlyphAtlas } from "./glyph-atlas.ts";
import type { Glyph } from "./glyph-atlas.ts";
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
/** Opacity of the halo that keeps text readable on any picture. */
const haloOpacity = 0.6;

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

type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Texts of one size, or plain surfaces, which have no atlas. */
interface Batch {
  readonly atlas: GlyphAtlas | undefined;
  readonly buffer: VertexBuffer;
  readonly values: number[];
}

/** A length that grows with the box, plus one that does not. */
interface Length {
  readonly share: number;
  readonly px: number;
}

interface Line {
  readonly runs: readonly { readonly glyphs: readonly Glyph[]; readonly batch: Batch; readonly color: string }[];
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Row {
  readonly text: AttributeText;
  readonly lines: readonly Line[];
  readonly textWidthPx: number;
  readonly textHeightPx: number;
  readonly height: Length;
}

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
    const height = rows.reduce(addHeight, { share: 0, px: 0 });
    // From the corner of the box to the top left of the rows.
    const left = {
      share: isEast ? 1 : 0,
      ofRow: isEast === isInside ? -1 : 0,
      px: (isEast === isInside ? -1 : 1) * gap,
    };
    const margin = isInside ? gap : 0;
    let top = corner === "NW" ? { share: 0, px: margin } : { share: 1 - height.share, px: -height.px - margin };
    for (const row of rows) {
      this.#placeRow(row, entry, left, top, opacity);
      top = { share: top.share + row.height.share, px: top.px + row.height.px };
    }
  }

  #placeRow(
    { text, lines, textWidthPx, textHeightPx, height }: Row,
    entry: number,
    left: { readonly share: number; readonly ofRow: number; readonly px: number },
    top: Length,
    opacity: number,
  ): void {
    const padding = Math.round(gapPx * this.#pixelRatio);
    const width = this.#length(text.width);
    const min = Math.max(width.px, textWidthPx + 2 * padding);
    const bounds = this.#columns?.bounds.subarray(entry * 4, entry * 4 + 4) ?? new Float32Array(4);
    const bottom = { share: top.share + height.share, px: top.px + height.px };
    /** A vertex: `across` in shares of the row and pixels from its left, `down` from the top of the box. */
    const vertex = (
      values: number[],
      ofRow: number,
      x: number,
      y: Length,
      u: number,
      v: number,
      color: Color,
    ): void => {
      values.push(bounds[0]!, bounds[1]!, bounds[2]!, bounds[3]!);
      values.push(left.share, left.ofRow + ofRow, left.px + x, y.share, y.px, width.share, min, u, v, ...color);
    };
    const surfaces = this.#batchOf(0).values;
    type Edge = readonly [ofRow: number, px: number];
    const surface = (from: Edge, to: Edge, upper: Length, lower: Length, color: Color): void => {
      for (const [edge, y] of [
        ...([
          [from, upper],
          [to, upper],
          [from, lower],
        ] as const),
        ...([
          [from, lower],
          [to, upper],
          [to, lower],
        ] as const),
      ]) {
        vertex(surfaces, edge[0], edge[1], y, -1, -1, color);
      }
    };
    const { box } = text;
    if (box?.background !== undefined && box.background.opacity > 0) {
      surface([0, 0], [1, 0], top, bottom, [...parseColor(box.background.color), box.background.opacity * opacity]);
    }
    const stroke = box === undefined ? 0 : Math.round(box.thicknessPx * this.#pixelRatio);
    if (box !== undefined && stroke > 0) {
      const color: Color = [...parseColor(box.color), opacity];
      surface([0, 0], [1, 0], top, { share: top.share, px: top.px + stroke }, color);
      surface([0, 0], [1, 0], { share: bottom.share, px: bottom.px - stroke }, bottom, color);
      surface([0, 0], [0, stroke], top, bottom, color);
      surface([1, -stroke], [1, 0], top, bottom, color);
    }
    const hasHalo = (box?.background?.opacity ?? 0) < 0.5;
    let y = { share: top.share + height.share / 2, px: top.px + Math.round((height.px - textHeightPx) / 2) };
    for (const line of lines) {
      let x = padding;
      for (const { glyphs, batch, color } of line.runs) {
        const inset = batch.atlas?.padding ?? 0;
        const down = Math.round((line.heightPx - (batch.atlas?.lineHeight ?? 0)) / 2);
        for (const glyph of glyphs) {
          const put = (dx: number, dy: number, of: Color): void => {
            for (const corner of [0, 1, 2, 2, 1, 3]) {
              const across = (corner & 1) * glyph.width;
              const below = (corner >> 1) * (batch.atlas?.lineHeight ?? 0);
              const at = { share: y.share, px: y.px + down + dy + below };
              vertex(batch.values, 0, x - inset + dx + across, at, glyph.x + across, glyph.y + below, of);
            }
          };
          if (hasHalo) {
            const dark: Color = [0, 0, 0, haloOpacity * opacity];
            for (const [dx, dy] of [
              [-1, 0],
              [1, 0],
              [0, -1],
              [0, 1],
            ] as const)
              put(dx, dy, dark);
          }
          put(0, 0, [...parseColor(color), opacity]);
          x += glyph.advance;
        }
      }
      y = { share: y.share, px: y.px + line.heightPx };
    }
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

function joinLines(lines: readonly Line[]): Line {
  return {
    runs: lines.flatMap(({ runs }) => runs),
    widthPx: lines.reduce((sum, { widthPx }) => sum + widthPx, 0),
    heightPx: Math.max(...lines.map(({ heightPx }) => heightPx)),
  };
}

function addHeight(sum: Length, { height }: Row): Length {
  return { share: sum.share + height.share, px: sum.px + height.px };
}
