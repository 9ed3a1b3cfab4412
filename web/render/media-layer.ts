/** The picture: one texture stretched over its place on the canvas. */
import { createProgramInfo, setUniforms } from "twgl.js";
import type { ProgramInfo } from "twgl.js";
import type { Picture } from "../base/picture.ts";
import { viewGlsl, viewUniforms } from "./gl.ts";
import type { ViewState } from "./gl.ts";

const vertexShader = `#version 300 es
${viewGlsl}
uniform vec2 u_size;
out vec2 v_uv;
void main() {
  v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = to_clip(to_px(v_uv * u_size));
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D u_image;
in vec2 v_uv;
out vec4 color;
void main() {
  color = vec4(texture(u_image, v_uv).rgb, 1.0);
}`;

/** From this many device pixels per image pixel on, pixels are shown as squares instead of blurred. */
const squarePixelsFrom = 3;

export class MediaLayer {
  private readonly gl: WebGL2RenderingContext;
  private readonly program: ProgramInfo;
  private readonly texture: WebGLTexture;
  private picture: Picture | undefined;
  private stale = false;
  private hasMipmaps = false;

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    this.program = createProgramInfo(gl, [vertexShader, fragmentShader]);
    this.texture = gl.createTexture();
  }

  /** The renderer owns the picture and keeps it open while it is set. */
  setPicture(picture: Picture | undefined): void {
    this.picture = picture;
    this.stale = true;
  }

  update(): void {
    if (!this.stale) return;
    this.stale = false;
    if (this.picture === undefined) return;
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.uploadable(this.picture.image));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.hasMipmaps = false;
  }

  draw(view: ViewState): void {
    const { gl, picture } = this;
    if (picture === undefined) return;
    gl.useProgram(this.program.program);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    const texelScale = (view.scale * picture.width) / picture.image.width;
    this.chooseFilter(texelScale);
    setUniforms(this.program, {
      ...viewUniforms(view),
      u_size: [picture.width, picture.height],
      u_image: this.texture,
    });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  dispose(): void {
    this.gl.deleteTexture(this.texture);
    this.gl.deleteProgram(this.program.program);
  }

  private chooseFilter(texelScale: number): void {
    const { gl } = this;
    const small = texelScale < 0.5;
    // Below half size a pixel on screen covers more than the four texels that linear filtering looks at.
    if (small && !this.hasMipmaps) gl.generateMipmap(gl.TEXTURE_2D);
    this.hasMipmaps ||= small;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, small ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, texelScale >= squarePixelsFrom ? gl.NEAREST : gl.LINEAR);
  }

  /** A picture larger than a texture can be is shrunk to fit; it is drawn at its own size all the same. */
  private uploadable(image: ImageBitmap): TexImageSource {
    const most = this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE) as number;
    const shrink = Math.min(1, most / image.width, most / image.height);
    if (shrink === 1) return image;
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.floor(image.width * shrink)),
      Math.max(1, Math.floor(image.height * shrink)),
    );
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }
}
