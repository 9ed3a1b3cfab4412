/** The draw list's columns on the GPU, shared by all layers that draw its entries; uploaded when one of them draws. */
import { DataTexture, dataGlsl } from "./gl.ts";
import { EntryState } from "./draw-columns.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { fillOpacity, hoverOpacity, strokeWidthPx } from "./types.ts";

export class EntryTextures {
  readonly #bounds: DataTexture;
  readonly #types: DataTexture;
  readonly #flags: DataTexture;
  readonly #states: DataTexture;
  readonly #seen = new Seen();
  #scene: Scene | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#bounds = new DataTexture(gl, "rgba32f");
    this.#types = new DataTexture(gl, "r32ui");
    this.#flags = new DataTexture(gl, "r32ui");
    this.#states = new DataTexture(gl, "r8ui");
  }

  update(scene: Scene): void {
    this.#scene = scene;
  }

  #upload(scene: Scene): void {
    const { columns } = scene;
    const isNew = this.#seen.isStale(scene, "list");
    const isRestyled = this.#seen.isStale(scene, "states");
    if (columns.count === 0) return;
    if (isNew || isRestyled) this.#states.upload(columns.states, columns.count);
    if (!isNew) return;
    this.#bounds.upload(columns.bounds, columns.count);
    this.#types.upload(columns.typeIndices, columns.count);
    this.#flags.upload(columns.flags, columns.count);
  }

  uniforms(): Record<string, unknown> {
    if (this.#scene !== undefined) this.#upload(this.#scene);
    return {
      u_bounds: this.#bounds.texture,
      u_types: this.#types.texture,
      u_flags: this.#flags.texture,
      u_states: this.#states.texture,
    };
  }

  dispose(): void {
    for (const texture of [this.#bounds, this.#types, this.#flags, this.#states]) texture.dispose();
  }
}

/** Stroke of an entry by its type and state. Requires the GLSL of view and palette before it. */
export const strokeGlsl = `
const uint SELECTED = ${EntryState.selected}u;
const uint DISABLED = ${EntryState.disabled}u;
const uint HIDDEN = ${EntryState.hidden}u;
const uint HOVERED = ${EntryState.hovered}u;
const uint BOX_REPLACED = ${EntryState.boxReplaced}u;
const uint GEOMETRY_REPLACED = ${EntryState.geometryReplaced}u;
const uint HAS_POLYGON = ${EntryState.hasPolygon}u;
// Opacity of the fill; 0: none.
float tint_of(int type, uint state) {
  if (style_shape(type).y > 0.5) return ${fillOpacity};
  return (state & (HOVERED | SELECTED)) == HOVERED ? ${hoverOpacity} : 0.0;
}
float stroke_px(int type, uint state) {
  float own = style_shape(type).x;
  bool selected = (state & SELECTED) != 0u;
  float width = own > 0.0 ? own + (selected ? ${(strokeWidthPx.selected - strokeWidthPx.standard).toFixed(1)} : 0.0)
    : selected ? ${strokeWidthPx.selected.toFixed(1)} : ${strokeWidthPx.standard.toFixed(1)};
  return max(1.0, floor(width * u_view.w + 0.5));
}
// The stroke is centered on the box's edge and aligned to whole device pixels, so it is sharp at any zoom. GLSL does
// not define how round() treats halves; this rounds like Math.round, as the overlay that covers boxes does.
vec4 box_px(vec4 bounds, float stroke) {
  vec2 low = floor(to_px(bounds.xy) - stroke * 0.5 + 0.5);
  return vec4(low, max(low + stroke, floor(to_px(bounds.zw) + stroke * 0.5 + 0.5)));
}
`;

/** GLSL that reads the columns; used with `strokeGlsl`. */
export const entryGlsl = `
${dataGlsl}
${strokeGlsl}
uniform sampler2D u_bounds;
uniform highp usampler2D u_types;
uniform highp usampler2D u_flags;
uniform highp usampler2D u_states;
vec4 entry_bounds(int entry) { return texelFetch(u_bounds, texel_at(entry), 0); }
int entry_type(int entry) { return int(texelFetch(u_types, texel_at(entry), 0).r); }
uint entry_flags(int entry) { return texelFetch(u_flags, texel_at(entry), 0).r; }
uint entry_state(int entry) { return texelFetch(u_states, texel_at(entry), 0).r; }
`;
