/**
 * The styles of all types in one small texture, two texels per type: color and opacity, then stroke width and fill.
 * Restyling a type changes only this texture.
 */
import { parseColor } from "./gl.ts";
import type { DrawStyle } from "./types.ts";

/** Types per pair of texture rows. */
const width = 256;

/**
 * GLSL: `style_color(type)` returns color and opacity, `style_shape(type)` stroke width in CSS px (0: default) and
 * fill.
 */
export const paletteGlsl = `
uniform sampler2D u_palette;
vec4 style_color(int type) { return texelFetch(u_palette, ivec2(type & ${width - 1}, (type >> 8) * 2), 0); }
vec2 style_shape(int type) {
  vec4 texel = texelFetch(u_palette, ivec2(type & ${width - 1}, (type >> 8) * 2 + 1), 0);
  return vec2(texel.r * 255.0, texel.g);
}
`;

/** For types without a style. */
export const plainStyle: DrawStyle = {
  color: "#56b4e9",
  strokeWidth: undefined,
  fill: false,
  opacity: 1,
  showLabel: true,
};

export class Palette {
  readonly texture: WebGLTexture;
  /** At least one type is filled. */
  hasFill = false;
  /** At least one type has filled polygons. */
  hasFilledPolygons = false;
  readonly #gl: WebGL2RenderingContext;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.texture = gl.createTexture();
  }

  upload(styles: readonly DrawStyle[]): void {
    const gl = this.#gl;
    this.hasFill = styles.some((style) => style.fill);
    this.hasFilledPolygons = styles.some((style) => style.fillsPolygons === true);
    const rows = Math.max(1, Math.ceil(styles.length / width)) * 2;
    const texels = new Uint8Array(width * rows * 4);
    for (let type = 0; type < (width * rows) / 2; type++) {
      const style = styles[type] ?? plainStyle;
      const at = (Math.floor(type / width) * 2 * width + (type % width)) * 4;
      const [red, green, blue] = parseColor(style.color);
      texels.set([red * 255, green * 255, blue * 255, style.opacity * 255].map(Math.round), at);
      texels.set(
        [Math.round(style.strokeWidth ?? 0), style.fill ? 255 : style.fillsPolygons === true ? 100 : 0],
        at + width * 4,
      );
    }
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  dispose(): void {
    this.#gl.deleteTexture(this.texture);
  }
}
