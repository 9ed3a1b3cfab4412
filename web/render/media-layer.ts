/** The picture: one texture stretched over its place on the canvas, with the user's enhancements. */
import { setUniforms } from "twgl.js";
import { plainPicture, type ImageEnhancements } from "../base/image-enhancements.ts";
import type { Picture } from "../base/picture.ts";
import { enhanceUniforms } from "./enhance.ts";
import type { Layer } from "./layer.ts";
import { pictureShaders, squarePixelsFrom, visibleSpan } from "./picture-quad.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { viewUniforms } from "./view.ts";
import type { ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

export class MediaLayer implements Layer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: LazyProgram;
  readonly #texture: WebGLTexture;
  readonly #seen = new Seen();
  #picture: Picture | undefined;
  #enhancements: ImageEnhancements = plainPicture;
  #hasMipmaps = false;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new LazyProgram(gl, pictureShaders);
    this.#texture = gl.createTexture();
  }

  prepare(): Promise<void> {
    return this.#program.prepare();
  }

  update(scene: Scene): void {
    this.#enhancements = scene.enhancements;
    if (!this.#seen.isStale(scene, "picture")) return;
    const { picture } = scene;
    this.#picture = picture;
    if (picture === undefined) return;
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.#uploadable(picture.image));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.#hasMipmaps = false;
  }

  draw(view: ViewState): boolean {
    const gl = this.#gl;
    const picture = this.#picture;
    if (picture === undefined) return false;
    const { width, height } = picture;
    const across = visibleSpan(0, width, width, view.scale, view.x, view.width);
    const down = visibleSpan(0, height, height, view.scale, view.y, view.height);
    if (across === undefined || down === undefined) return false;
    gl.disable(gl.BLEND);
    this.#program.use();
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    this.#chooseFilter((view.scale * picture.width) / picture.image.width);
    setUniforms(this.#program.info, {
      ...viewUniforms(view),
      ...enhanceUniforms(this.#enhancements),
      u_place: [across.from, down.from, across.to, down.to],
      u_part: [across.first, down.first, across.last, down.last],
      u_image: this.#texture,
    });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    return true;
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#texture);
    this.#program.dispose();
  }

  #chooseFilter(texelScale: number): void {
    const gl = this.#gl;
    const small = texelScale < 0.5;
    // Below half size, a screen pixel covers more than the four texels that linear filtering reads.
    if (small && !this.#hasMipmaps) gl.generateMipmap(gl.TEXTURE_2D);
    this.#hasMipmaps ||= small;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, small ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, texelScale >= squarePixelsFrom ? gl.NEAREST : gl.LINEAR);
  }

  /** A picture larger than the maximum texture is downscaled, but still drawn at its own size. */
  #uploadable(image: ImageBitmap): TexImageSource {
    const max = this.#gl.getParameter(this.#gl.MAX_TEXTURE_SIZE) as number;
    const shrink = Math.min(1, max / image.width, max / image.height);
    if (shrink === 1) return image;
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.floor(image.width * shrink)),
      Math.max(1, Math.floor(image.height * shrink)),
    );
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }
}
