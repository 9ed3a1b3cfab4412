/** Polygons of detections, and rotated boxes: outlines and holes in one draw call, plus one for fills. */
import { setUniforms } from "twgl.js";
import { entryGlsl } from "./entry-textures.ts";
import { DataTexture } from "./gl.ts";
import type { Layer, LayerContext } from "./layer.ts";
import { paletteGlsl } from "./palette.ts";
import { PathStrokes } from "./path-strokes.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { disabledOpacity, fillOpacity } from "./types.ts";
import { noOrigin, viewGlsl, viewUniforms } from "./view.ts";
import type { Origin, ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

const vertexShader = `#version 300 es
precision highp float;
precision highp int;
${viewGlsl}
${paletteGlsl}
${entryGlsl}
uniform sampler2D u_corners;
uniform bool u_polygons;
flat out vec4 v_color;
void main() {
  vec4 corner = texelFetch(u_corners, texel_at(gl_VertexID), 0);
  int entry = int(corner.z);
  int type = entry_type(entry);
  uint state = entry_state(entry);
  float tint = (state & (HIDDEN | GEOMETRY_REPLACED)) != 0u ? 0.0 : tint_of(type, state);
  if (u_polygons && tint == 0.0 && style_shape(type).y > 0.25 && (state & (HIDDEN | GEOMETRY_REPLACED)) == 0u) {
    tint = ${fillOpacity};
  }
  v_color = style_color(type);
  v_color.a *= tint * ((state & DISABLED) != 0u ? ${disabledOpacity} : 1.0);
  gl_Position = tint > 0.0 ? to_clip(to_px(corner.xy)) : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const fragmentShader = `#version 300 es
precision highp float;
flat in vec4 v_color;
out vec4 color;
void main() { color = v_color; }`;

export class PolygonLayer implements Layer {
  readonly #context: LayerContext;
  readonly #area: "polygons" | "rotatedBoxes";
  readonly #strokes: PathStrokes;
  readonly #program: LazyProgram;
  readonly #corners: DataTexture;
  readonly #seen = new Seen();
  #origin: Origin = noOrigin;
  #cornerCount = 0;
  #isFilled = false;

  constructor(context: LayerContext, area: "polygons" | "rotatedBoxes") {
    this.#context = context;
    this.#area = area;
    this.#strokes = new PathStrokes(context);
    this.#program = new LazyProgram(context.gl, [vertexShader, fragmentShader]);
    this.#corners = new DataTexture(context.gl, "rgba32f");
  }

  update(scene: Scene): void {
    const { hasFill, hasFilledPolygons } = this.#context.palette;
    this.#isFilled = hasFill || scene.columns.hasHovered || (this.#area === "polygons" && hasFilledPolygons);
    if (!this.#seen.isStale(scene, "shapes")) return;
    const { strokes, insides } = scene.shapes[this.#area];
    this.#origin = scene.columns.origin;
    this.#strokes.upload(strokes);
    this.#cornerCount = insides.count;
    if (insides.count > 0) this.#corners.upload(insides.values, insides.count);
  }

  draw(view: ViewState): boolean {
    const hasInsides = this.#isFilled && this.#cornerCount > 0;
    if (hasInsides) this.#drawInsides(view);
    return this.#strokes.draw(view, this.#origin) || hasInsides;
  }

  dispose(): void {
    this.#strokes.dispose();
    this.#program.dispose();
    this.#corners.dispose();
  }

  #drawInsides(view: ViewState): void {
    const { gl, palette, entries } = this.#context;
    this.#program.use();
    setUniforms(this.#program.info, {
      ...viewUniforms(view, this.#origin),
      ...entries.uniforms(),
      u_palette: palette.texture,
      u_corners: this.#corners.texture,
      u_polygons: this.#area === "polygons",
    });
    gl.drawArrays(gl.TRIANGLES, 0, this.#cornerCount);
  }
}
