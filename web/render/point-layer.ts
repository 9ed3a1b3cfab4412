/** Points of detections, the same size at any zoom: discs; heads have a white middle, tails are rings. */
import { ShapeKind } from "#core/border";
import { EntryQuads, nowhereGlsl, quadHeadGlsl, quadMainGlsl } from "./entry-quads.ts";
import type { Layer, LayerContext } from "./layer.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { disabledOpacity, markerPx, rimOpacity, rimPx } from "./types.ts";
import { noOrigin } from "./view.ts";
import type { Origin, ViewState } from "./view.ts";

/** Radius of the middle of heads and tails, as a share of the marker's. */
const middleShare = 0.5;

const vertexShader = `${quadHeadGlsl}
flat out vec4 v_color;
flat out float v_radius;
flat out float v_rim;
flat out int v_kind;
out vec2 v_from_middle;
void main() {
  ${quadMainGlsl}
  vec4 point = texelFetch(u_quads, texel_at(quad), 0);
  int entry = int(point.z);
  int type = entry_type(entry);
  uint state = entry_state(entry);
  v_color = style_color(type);
  if ((state & DISABLED) != 0u) v_color.a *= ${disabledOpacity};
  v_kind = int(point.w);
  v_radius = ${(markerPx / 2).toFixed(1)} * u_view.w * ((state & SELECTED) != 0u ? 1.25 : 1.0);
  v_rim = ${rimPx.toFixed(1)} * u_view.w;
  v_from_middle = (vec2(corner & 1, corner >> 1) * 2.0 - 1.0) * (v_radius + v_rim + 1.0);
  gl_Position = (state & (HIDDEN | GEOMETRY_REPLACED)) != 0u ? ${nowhereGlsl} : to_clip(to_px(point.xy) + v_from_middle);
}`;

const fragmentShader = `#version 300 es
precision highp float;
precision highp int;
flat in vec4 v_color;
flat in float v_radius;
flat in float v_rim;
flat in int v_kind;
in vec2 v_from_middle;
out vec4 color;
void main() {
  float away = length(v_from_middle);
  float cover = clamp(v_radius + v_rim + 0.5 - away, 0.0, 1.0);
  float inner = clamp(v_radius + 0.5 - away, 0.0, 1.0);
  float middle = clamp(v_radius * ${middleShare} + 0.5 - away, 0.0, 1.0);
  color = vec4(v_color.rgb * inner, v_color.a * mix(${rimOpacity}, 1.0, inner) * cover);
  if (v_kind == ${ShapeKind.head}) color.rgb = mix(color.rgb, vec3(1.0), middle);
  if (v_kind == ${ShapeKind.tail}) color.a *= 1.0 - middle;
}`;

export class PointLayer implements Layer {
  readonly #quads: EntryQuads;
  readonly #seen = new Seen();
  #origin: Origin = noOrigin;

  constructor(context: LayerContext) {
    this.#quads = new EntryQuads(context, [vertexShader, fragmentShader]);
  }

  update(scene: Scene): void {
    if (!this.#seen.isStale(scene, "shapes")) return;
    const { points } = scene.shapes;
    this.#origin = scene.columns.origin;
    this.#quads.upload(points.values, points.count);
  }

  draw(view: ViewState): boolean {
    return this.#quads.draw(view, this.#origin);
  }

  dispose(): void {
    this.#quads.dispose();
  }
}
