/**
 * Rectangles in one draw call, each built by the vertex shader from its own texels and drawn in the colors of its draw
 * list entry: points, tails, strokes.
 */
import { setUniforms } from "twgl.js";
import { entryGlsl } from "./entry-textures.ts";
import { DataTexture } from "./gl.ts";
import type { LayerContext } from "./layer.ts";
import { paletteGlsl } from "./palette.ts";
import { viewGlsl, viewUniforms } from "./view.ts";
import type { Origin, ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

const verticesPerQuad = 6;

/**
 * The beginning of a vertex shader; its `main` starts with `quad` and `corner` (0..3: bit 0 is right, bit 1 is bottom).
 */
export const quadHeadGlsl = `#version 300 es
precision highp float;
precision highp int;
${viewGlsl}
${paletteGlsl}
${entryGlsl}
uniform sampler2D u_quads;`;
export const quadMainGlsl = `int quad = gl_VertexID / ${verticesPerQuad};
  int corner = int[](0, 1, 2, 2, 1, 3)[gl_VertexID - quad * ${verticesPerQuad}];`;
/** A corner here is clipped, so the rectangle is not drawn. */
export const nowhereGlsl = "vec4(2.0, 2.0, 2.0, 1.0)";

export class EntryQuads {
  readonly #context: LayerContext;
  readonly #program: LazyProgram;
  readonly #texels: DataTexture;
  readonly #texelsPerQuad: number;
  #count = 0;

  constructor(context: LayerContext, shaders: readonly [vertex: string, fragment: string], texelsPerQuad = 1) {
    this.#context = context;
    this.#program = new LazyProgram(context.gl, shaders);
    this.#texels = new DataTexture(context.gl, "rgba32f");
    this.#texelsPerQuad = texelsPerQuad;
  }

  /** `values` must extend to the end of a texture row (see `wholeRows`); with 0 texels they are ignored. */
  upload(values: Float32Array, texelCount: number): void {
    this.#count = texelCount / this.#texelsPerQuad;
    if (texelCount > 0) this.#texels.upload(values, texelCount);
  }

  draw(view: ViewState, origin: Origin): boolean {
    if (this.#count === 0) return false;
    const { gl, palette, entries } = this.#context;
    this.#program.use();
    setUniforms(this.#program.info, {
      ...viewUniforms(view, origin),
      ...entries.uniforms(),
      u_palette: palette.texture,
      u_quads: this.#texels.texture,
    });
    gl.drawArrays(gl.TRIANGLES, 0, this.#count * verticesPerQuad);
    return true;
  }

  dispose(): void {
    this.#program.dispose();
    this.#texels.dispose();
  }
}
