/**
 * Tails of tracks: lines through their past and future positions, with the color, width and rim of their outlines, so
 * that they are visible on bright and on dark pictures. One draw call.
 */
import { EntryQuads, nowhereGlsl, quadHeadGlsl, quadMainGlsl } from "./entry-quads.ts";
import type { Layer, LayerContext } from "./layer.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { texelsPerTailSegment } from "./track-tails.ts";
import { disabledOpacity, rimOpacity, rimPx } from "./types.ts";
import { noOrigin } from "./view.ts";
import type { Origin, ViewState } from "./view.ts";

const vertexShader = `${quadHeadGlsl}
flat out vec4 v_color;
flat out vec2 v_stroke;
out float v_side;
void main() {
  ${quadMainGlsl}
  vec4 ends = texelFetch(u_quads, texel_at(quad * ${texelsPerTailSegment}), 0);
  vec4 rest = texelFetch(u_quads, texel_at(quad * ${texelsPerTailSegment} + 1), 0);
  int entry = int(rest.x);
  uint state = entry_state(entry);
  int type = entry_type(entry);
  v_color = style_color(type);
  v_color.a *= rest.y;
  if ((state & DISABLED) != 0u) v_color.a *= ${disabledOpacity};
  // Half the stroke and the rim, in device pixels.
  v_stroke = vec2(stroke_px(type, state) * 0.5, ${rimPx.toFixed(1)} * u_view.w);
  vec2 from = to_px(ends.xy);
  vec2 to = to_px(ends.zw);
  vec2 along = to - from;
  float length_px = length(along);
  vec2 direction = length_px > 1e-6 ? along / length_px : vec2(1.0, 0.0);
  // One pixel wider on each side, for antialiasing.
  v_side = (v_stroke.x + v_stroke.y + 1.0) * (corner >= 2 ? 1.0 : -1.0);
  vec2 px = ((corner & 1) == 0 ? from : to) + vec2(-direction.y, direction.x) * v_side;
  gl_Position = (state & HIDDEN) != 0u ? ${nowhereGlsl} : to_clip(px);
}`;

const fragmentShader = `#version 300 es
precision highp float;
flat in vec4 v_color;
flat in vec2 v_stroke;
in float v_side;
out vec4 color;
void main() {
  float away = abs(v_side);
  float cover = clamp(v_stroke.x + v_stroke.y + 0.5 - away, 0.0, 1.0);
  float inner = clamp(v_stroke.x + 0.5 - away, 0.0, 1.0);
  color = vec4(v_color.rgb * inner, v_color.a * mix(${rimOpacity}, 1.0, inner) * cover);
}`;

const noTails = { values: new Float32Array(), segmentCount: 0 };

export class TailLayer implements Layer {
  readonly #quads: EntryQuads;
  readonly #seen = new Seen();
  #origin: Origin = noOrigin;

  constructor(context: LayerContext) {
    this.#quads = new EntryQuads(context, [vertexShader, fragmentShader], texelsPerTailSegment);
  }

  update(scene: Scene): void {
    if (!this.#seen.isStale(scene, "tails")) return;
    this.#origin = scene.columns.origin;
    const { values, segmentCount } = scene.tails ?? noTails;
    this.#quads.upload(values, segmentCount * texelsPerTailSegment);
  }

  draw(view: ViewState): boolean {
    return this.#quads.draw(view, this.#origin);
  }

  dispose(): void {
    this.#quads.dispose();
  }
}
