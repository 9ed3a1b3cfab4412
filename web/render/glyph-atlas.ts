/**
 * Pieces of text drawn once into a texture: red is how much of a texel the letters cover, green how much their outline.
 * Digits and punctuation are pieces of their own, so that numbers share them; everything else stays together, so that
 * joined scripts keep their shapes.
 */

/** Where a piece lies in the texture, texels. */
export interface Glyph {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** How far the next piece is from this one, device pixels; less than `width`, which includes the outline. */
  readonly advance: number;
}

const atlasSize = 1024;
const fontPx = 12;
/** Room around a piece for its outline, CSS pixels. */
const paddingPx = 2;
const outlinePx = 3;

export class GlyphAtlas {
  readonly size = atlasSize;
  readonly texture: WebGLTexture;
  /** Device pixels. */
  readonly lineHeight: number;
  readonly padding: number;

  private readonly gl: WebGL2RenderingContext;
  private readonly context: OffscreenCanvasRenderingContext2D;
  private readonly glyphs = new Map<string, Glyph>();
  private x = 0;
  private y = 0;

  constructor(gl: WebGL2RenderingContext, pixelRatio: number) {
    this.gl = gl;
    this.padding = Math.ceil(paddingPx * pixelRatio);
    this.lineHeight = Math.ceil(fontPx * 1.25 * pixelRatio) + 2 * this.padding;
    const context = new OffscreenCanvas(atlasSize, this.lineHeight).getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("This browser has no 2D canvas, which labels need.");
    context.font = `500 ${fontPx * pixelRatio}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = outlinePx * pixelRatio;
    this.context = context;
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, atlasSize, atlasSize, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  /** The pieces of a text, in order; `undefined` when the texture is full. */
  layout(text: string): Glyph[] | undefined {
    const glyphs: Glyph[] = [];
    for (const piece of text.match(/[\d\s.,:;%()+-]|[^\d\s.,:;%()+-]+/gu) ?? []) {
      const glyph = this.glyphs.get(piece) ?? this.add(piece);
      if (glyph === undefined) return undefined;
      glyphs.push(glyph);
    }
    return glyphs;
  }

  /** Forgets all pieces: what was laid out before has to be laid out again. */
  clear(): void {
    this.glyphs.clear();
    this.x = 0;
    this.y = 0;
  }

  dispose(): void {
    this.gl.deleteTexture(this.texture);
  }

  private add(piece: string): Glyph | undefined {
    const { gl, context, padding, lineHeight } = this;
    const advance = Math.round(context.measureText(piece).width);
    const width = Math.min(atlasSize, advance + 2 * padding);
    if (this.x + width > atlasSize) {
      this.x = 0;
      this.y += lineHeight;
    }
    if (this.y + lineHeight > atlasSize) return undefined;
    context.globalCompositeOperation = "source-over";
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, lineHeight);
    context.globalCompositeOperation = "lighter";
    context.strokeStyle = "#0f0";
    context.strokeText(piece, padding, lineHeight / 2);
    context.fillStyle = "#f00";
    context.fillText(piece, padding, lineHeight / 2);
    const pixels = context.getImageData(0, 0, width, lineHeight);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, this.x, this.y, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const glyph: Glyph = { x: this.x, y: this.y, width, advance };
    this.glyphs.set(piece, glyph);
    this.x += width;
    return glyph;
  }
}
