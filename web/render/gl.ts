/** Small WebGL2 helpers used by every layer. */

/** 0..1 per channel. Anything but `#rrggbb` becomes gray: styles are data from files and must not stop the drawing. */
export function parseColor(color: string): readonly [red: number, green: number, blue: number] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) return [0.6, 0.6, 0.6];
  return [parseInt(match[1]!, 16) / 255, parseInt(match[2]!, 16) / 255, parseInt(match[3]!, 16) / 255];
}

/**
 * Whether the CPU does the rendering. Browsers that do not name the renderer are assumed to have a graphics card, as
 * nearly all do.
 */
export function isSoftwareGl(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL);
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(name));
}

/** Values per row of a data texture; shaders find value i at (i % 1024, i / 1024). */
const dataTextureWidth = 1024;

export const dataGlsl = `ivec2 texel_at(int i) { return ivec2(i & ${dataTextureWidth - 1}, i >> 10); }`;

/** Rounds a number of values up to whole rows of a data texture. */
export function wholeRows(count: number): number {
  return Math.max(1, Math.ceil(count / dataTextureWidth)) * dataTextureWidth;
}

interface DataFormat {
  readonly internal: number;
  readonly format: number;
  readonly type: number;
}

/** A column of numbers in a texture: fetched by index in the shader, uploaded in its memory layout. */
export class DataTexture {
  readonly texture: WebGLTexture;
  readonly #gl: WebGL2RenderingContext;
  readonly #format: DataFormat;
  #rows = 0;

  /** `rgba32f` has four floats per value, the others one unsigned integer. */
  constructor(gl: WebGL2RenderingContext, kind: "rgba32f" | "r32ui" | "r8ui") {
    this.#gl = gl;
    this.#format = formatOf(gl, kind);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    // Integer textures, and float textures on some devices, cannot be filtered.
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  /** `values` must extend to the end of the last row that `count` values need (see `wholeRows`). */
  upload(values: Float32Array | Uint32Array | Uint8Array, count: number): void {
    const gl = this.#gl;
    const format = this.#format;
    const rows = wholeRows(count) / dataTextureWidth;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    if (rows > this.#rows) {
      this.#rows = rows;
      gl.texImage2D(gl.TEXTURE_2D, 0, format.internal, dataTextureWidth, rows, 0, format.format, format.type, values);
    } else {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, dataTextureWidth, rows, format.format, format.type, values);
    }
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
  }

  dispose(): void {
    this.#gl.deleteTexture(this.texture);
  }
}

function formatOf(gl: WebGL2RenderingContext, kind: "rgba32f" | "r32ui" | "r8ui"): DataFormat {
  switch (kind) {
    case "rgba32f":
      return { internal: gl.RGBA32F, format: gl.RGBA, type: gl.FLOAT };
    case "r32ui":
      return { internal: gl.R32UI, format: gl.RED_INTEGER, type: gl.UNSIGNED_INT };
    case "r8ui":
      return { internal: gl.R8UI, format: gl.RED_INTEGER, type: gl.UNSIGNED_BYTE };
  }
}
