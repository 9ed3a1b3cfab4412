/**
 * The picture of another camera, overlaid on this one's by a transform. Its corners go to the GPU in homogeneous
 * coordinates, so that the rasterizer does the perspective: a transform needs only one quad.
 */
import { setUniforms } from "twgl.js";
import type { Picture } from "../base/picture.ts";
import type { Layer } from "./layer.ts";
import { Seen, type Scene } from "./scene.ts";
import type { OverlaidPicture } from "./types.ts";
import type { ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

const vertexShader = `#version 300 es
precision highp float;
uniform mat3 u_place;
out vec2 v_uv;
void main() {
  v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec3 place = u_place * vec3(v_uv, 1.0);
  gl_Position = vec4(place.xy, 0.0, place.z);
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D u_image;
uniform float u_opacity;
uniform float u_until;
in vec2 v_uv;
out vec4 color;
void main() {
  if (gl_FragCoord.x > u_until) discard;
  color = vec4(texture(u_image, v_uv).rgb, u_opacity);
}`;

export class OtherCameraLayer implements Layer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: LazyProgram;
  readonly #texture: WebGLTexture;
  readonly #seen = new Seen();
  #picture: Picture | undefined;
  #overlaidPicture: OverlaidPicture | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new LazyProgram(gl, [vertexShader, fragmentShader]);
    this.#texture = gl.createTexture();
  }

  update(scene: Scene): void {
    this.#overlaidPicture = scene.overlaidPicture;
    if (!this.#seen.isStale(scene, "otherPicture")) return;
    this.#picture = scene.otherPicture;
    if (this.#picture === undefined) return;
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.#picture.image);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.generateMipmap(gl.TEXTURE_2D);
  }

  draw(view: ViewState): boolean {
    const [picture, overlaidPicture] = [this.#picture, this.#overlaidPicture];
    if (picture === undefined || overlaidPicture === undefined) return false;
    const gl = this.#gl;
    this.#program.use();
    setUniforms(this.#program.info, {
      u_place: placeOf(picture, overlaidPicture, view),
      u_opacity: overlaidPicture.opacity,
      u_until: overlaidPicture.swipe * view.width,
      u_image: this.#texture,
    });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    return true;
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#texture);
    this.#program.dispose();
  }
}

/**
 * From the unit square to clip space, in columns as GLSL stores matrices; computed in f64 before it is passed to the
 * GPU.
 */
function placeOf({ width, height }: Picture, { transform }: OverlaidPicture, view: ViewState): number[] {
  const at = (row: number, column: number): number => transform[row]?.[column] ?? 0;
  const [acrossOf, downOf] = [2 / view.width, -2 / view.height];
  const columns = [0, 1, 2].map((column): readonly [number, number, number] => {
    const size = column === 0 ? width : column === 1 ? height : 1;
    const [x, y, w] = [at(0, column) * size, at(1, column) * size, at(2, column) * size];
    return [(x * view.scale + w * view.x) * acrossOf - w, (y * view.scale + w * view.y) * downOf + w, w];
  });
  // Only points in front of the camera are kept, by the sign of w: the middle of the picture is in front of it.
  const [[, , w0] = [0, 0, 0], [, , w1] = [0, 0, 0], [, , w2] = [0, 0, 0]] = columns;
  const sign = w0 / 2 + w1 / 2 + w2 < 0 ? -1 : 1;
  return columns.flat().map((value) => value * sign);
}
