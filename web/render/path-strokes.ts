/**
 * Strokes of polygons and lines in one draw call: a rectangle around each segment, shaded by each pixel's distance to
 * the segment. Where two segments meet, a pixel belongs to the nearer one, so that translucent strokes are not darker
 * at their corners.
 */
import { DrawFlag } from "#core/border";
import { EntryQuads, nowhereGlsl, quadHeadGlsl, quadMainGlsl } from "./entry-quads.ts";
import type { LayerContext } from "./layer.ts";
import { texelsPerSegment } from "./shape-columns.ts";
import type { FloatRows } from "./shape-columns.ts";
import { dashPx, disabledOpacity, rimOpacity, rimPx } from "./types.ts";
import type { Origin, ViewState } from "./view.ts";

const vertexShader = `${quadHeadGlsl}
flat out vec4 v_color;
flat out vec4 v_ends;
flat out vec4 v_neighbors;
flat out vec4 v_stroke;
flat out vec2 v_dash;
out vec2 v_px;
void main() {
  ${quadMainGlsl}
  vec4 ends = texelFetch(u_quads, texel_at(quad * ${texelsPerSegment}), 0);
  vec4 neighbors = texelFetch(u_quads, texel_at(quad * ${texelsPerSegment} + 1), 0);
  vec4 rest = texelFetch(u_quads, texel_at(quad * ${texelsPerSegment} + 2), 0);
  int entry = int(rest.y);
  int type = entry_type(entry);
  uint state = entry_state(entry);
  v_color = style_color(type);
  if ((state & DISABLED) != 0u) v_color.a *= ${disabledOpacity};
  v_ends = vec4(to_px(ends.xy), to_px(ends.zw));
  v_neighbors = vec4(to_px(neighbors.xy), to_px(neighbors.zw));
  float half_px = stroke_px(type, state) * 0.5;
  float rim = ${rimPx.toFixed(1)} * u_view.w;
  // Half the stroke, the rim, and whether there are points before and after.
  v_stroke = vec4(half_px, rim, neighbors.xy != ends.xy, neighbors.zw != ends.zw);
  // Start of the dashes and length of a dash in device pixels; 0 if not dashed.
  bool dashed = (entry_flags(entry) & ${DrawFlag.keyframe}u) == 0u;
  v_dash = vec2(rest.x * u_view.x, dashed ? (rest.z > 0.0 ? rest.z * u_view.x : -1.0) : 0.0);
  vec2 along = v_ends.zw - v_ends.xy;
  float length_px = length(along);
  vec2 direction = length_px > 1e-6 ? along / length_px : vec2(1.0, 0.0);
  float reach = half_px + rim + 1.0;
  vec2 side = vec2(-direction.y, direction.x) * reach * (corner >= 2 ? 1.0 : -1.0);
  v_px = ((corner & 1) == 0 ? v_ends.xy - direction * reach : v_ends.zw + direction * reach) + side;
  gl_Position = (state & (HIDDEN | GEOMETRY_REPLACED)) != 0u ? ${nowhereGlsl} : to_clip(v_px);
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform vec4 u_view;
flat in vec4 v_color;
flat in vec4 v_ends;
flat in vec4 v_neighbors;
flat in vec4 v_stroke;
flat in vec2 v_dash;
in vec2 v_px;
out vec4 color;
// Position of the nearest point along the segment (0..1), and its distance.
vec2 nearest(vec2 from, vec2 to) {
  vec2 along = to - from;
  float squared = dot(along, along);
  float part = squared > 0.0 ? dot(v_px - from, along) / squared : 0.0;
  // Exact at the ends, so that pixels at a shared point have the same distance to both segments.
  if (part <= 0.0) return vec2(0.0, distance(v_px, from));
  if (part >= 1.0) return vec2(1.0, distance(v_px, to));
  return vec2(part, distance(v_px, from + along * part));
}
void main() {
  vec2 own = nearest(v_ends.xy, v_ends.zw);
  if (v_stroke.z > 0.5 && nearest(v_neighbors.xy, v_ends.xy).y < own.y) discard;
  if (v_stroke.w > 0.5 && nearest(v_ends.zw, v_neighbors.zw).y <= own.y) discard;
  float cover = clamp(v_stroke.x + v_stroke.y + 0.5 - own.y, 0.0, 1.0);
  if (cover <= 0.0) discard;
  if (v_dash.y != 0.0) {
    float along = v_dash.x + own.x * distance(v_ends.xy, v_ends.zw);
    if (v_dash.y > 0.0 ? mod(along, 2.0 * v_dash.y) >= v_dash.y
      : mod(along / u_view.w, ${dashPx.on + dashPx.off}.0) >= ${dashPx.on}.0) discard;
  }
  float inner = clamp(v_stroke.x + 0.5 - own.y, 0.0, 1.0);
  color = vec4(v_color.rgb * inner, v_color.a * mix(${rimOpacity}, 1.0, inner) * cover);
}`;

export class PathStrokes {
  readonly #quads: EntryQuads;

  constructor(context: LayerContext) {
    this.#quads = new EntryQuads(context, [vertexShader, fragmentShader], texelsPerSegment);
  }

  upload({ values, count }: FloatRows): void {
    this.#quads.upload(values, count);
  }

  draw(view: ViewState, origin: Origin): boolean {
    return this.#quads.draw(view, origin);
  }

  dispose(): void {
    this.#quads.dispose();
  }
}
