/** Tails of tracks: thin lines through where they were and will be, in the colour of their types, in one draw call. */
import { createProgramInfo, setUniforms } from "twgl.js";
import type { ProgramInfo } from "twgl.js";
import { entryGlsl } from "./entry-textures.ts";
import { DataTexture } from "./gl.ts";
import type { Layer, LayerContext } from "./layer.ts";
import { paletteGlsl } from "./palette.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { texelsPerTailSegment } from "./track-tails.ts";
import { disabledOpacity, tailWidthPx } from "./types.ts";
import { noOrigin, viewGlsl, viewUniforms } from "./view.ts";
import type { Origin, ViewState } from "./view.ts";

const verticesPerSegment = 6;

const vertexShader = `#version 300 es
precision highp float;
precision highp int;
${viewGlsl}
${paletteGlsl}
${entryGlsl}
uniform sampler2D u_segments;
flat out vec4 v_color;
flat out float v_half;
out float v_side;
void main() {
  int segment = gl_VertexID / ${verticesPerSegment};
  int corner = int[](0, 1, 2, 2, 1, 3)[gl_VertexID - segment * ${verticesPerSegment}];
  vec4 ends = texelFetch(u_segments, texel_at(segment * ${texelsPerTailSegment}), 0);
  vec4 rest = texelFetch(u_segments, texel_at(segment * ${texelsPerTailSegment} + 1), 0);
  int entry = int(rest.x);
  uint state = entry_state(entry);
  v_color = style_color(entry_type(entry));
  v_color.a *= rest.y;
  if ((state & DISABLED) != 0u) v_color.a *= ${disabledOpacity};
  v_half = ${(tailWidthPx / 2).toFixed(2)} * u_view.w;
  vec2 from = to_px(ends.xy);
  vec2 to = to_px(ends.zw);
  vec2 along = to - from;
  float length_px = length(along);
  vec2 direction = length_px > 1e-6 ? along / length_px : vec2(1.0, 0.0);
  // A pixel more at each side, for the soft edge.
  v_side = (v_half + 1.0) * (corner >= 2 ? 1.0 : -1.0);
  vec2 px = ((corner & 1) == 0 ? from : to) + vec2(-direction.y, direction.x) * v_side;
  gl_Position = (state & HIDDEN) != 0u ? vec4(2.0, 2.0, 2.0, 1.0) : to_clip(px);
}`;

const fragmentShader = `#version 300 es
precision highp float;
flat in vec4 v_color;
flat in float v_half;
in float v_side;
out vec4 color;
void main() {
  color = vec4(v_color.rgb, v_color.a * clamp(v_half + 0.5 - abs(v_side), 0.0, 1.0));
}`;

export class TailLayer implements Layer {
  readonly #context: LayerContext;
  readonly #program: ProgramInfo;
  readonly #segments: DataTexture;
  readonly #seen = new Seen();
  #origin: Origin = noOrigin;
  #segmentCount = 0;

  constructor(context: LayerContext) {
    this.#context = context;
    this.#program = createProgramInfo(context.gl, [vertexShader, fragmentShader]);
    this.#segments = new DataTexture(context.gl, "rgba32f");
  }

  update(scene: Scene): void {
    if (!this.#seen.isStale(scene, "tails")) return;
    this.#origin = scene.columns.origin;
    this.#segmentCount = scene.tails?.segmentCount ?? 0;
    if (scene.tails === undefined || this.#segmentCount === 0) return;
    this.#segments.upload(scene.tails.values, this.#segmentCount * texelsPerTailSegment);
  }

  draw(view: ViewState): void {
    if (this.#segmentCount === 0) return;
    const { gl, palette, entries } = this.#context;
    gl.useProgram(this.#program.program);
    setUniforms(this.#program, {
      ...viewUniforms(view, this.#origin),
      ...entries.uniforms(),
      u_palette: palette.texture,
      u_segments: this.#segments.texture,
    });
    gl.drawArrays(gl.TRIANGLES, 0, this.#segmentCount * verticesPerSegment);
  }

  dispose(): void {
    this.#context.gl.deleteProgram(this.#program.program);
    this.#segments.dispose();
  }
}
