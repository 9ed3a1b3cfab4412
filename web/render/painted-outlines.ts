/** The box painter's output, as a texture that covers the canvas pixel by pixel. */
import { setUniforms } from "twgl.js";
import { BoxPainter } from "./box-painter.ts";
import { LazyProgram } from "./lazy-program.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { isSameView, type ViewState } from "./view.ts";

const vertexShader = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0);
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D u_painted;
uniform float u_height;
out vec4 color;
void main() {
  color = texelFetch(u_painted, ivec2(gl_FragCoord.x, u_height - gl_FragCoord.y), 0);
}`;

export class PaintedOutlines {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: LazyProgram;
  readonly #texture: WebGLTexture;
  readonly #painter = new BoxPainter();
  #pixels = new Uint32Array(0);
  readonly #seen = new Seen();
  #view: ViewState | undefined;
  #size = { width: 0, height: 0 };

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new LazyProgram(gl, [vertexShader, fragmentShader]);
    this.#texture = gl.createTexture();
  }

  /** Paints and uploads if anything that outlines depend on has changed. */
  update(scene: Scene, view: ViewState): void {
    const isStale = this.#seen.areStale(scene, "list", "states", "styles");
    if (!isStale && this.#view !== undefined && isSameView(this.#view, view)) return;
    this.#view = view;
    const gl = this.#gl;
    const { width, height } = view;
    if (this.#pixels.length === width * height) this.#pixels.fill(0);
    else this.#pixels = new Uint32Array(width * height);
    this.#painter.paint(this.#pixels, scene.columns, scene.styles, view);
    const bytes = new Uint8Array(this.#pixels.buffer);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    if (this.#size.width === width && this.#size.height === height) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      return;
    }
    this.#size = { width, height };
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  draw(): void {
    const gl = this.#gl;
    // The colors are premultiplied.
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#program.use();
    setUniforms(this.#program.info, { u_painted: this.#texture, u_height: this.#size.height });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  dispose(): void {
    this.#program.dispose();
    this.#gl.deleteTexture(this.#texture);
  }
}
