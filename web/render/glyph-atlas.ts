/**
 * Pieces of text, each drawn once into a texture: red is the coverage of the letters, green that of the plate under
 * them. Digits and punctuation are separate pieces, so that numbers share them; everything else stays together, so that
 * joined scripts keep their shapes.
 */

/** Position of a piece in the texture, texels. */
export interface Glyph {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Distance to the next piece, device pixels; less than `width`, which includes padding on both sides. */
  readonly advance: number;
}

/** A plate consists of a left end, a stretched middle and a right end, each one line high. */
export interface PlateParts {
  readonly left: Glyph;
  readonly middle: Glyph;
  readonly right: Glyph;
}

const atlasSize = 1024;
/** Font size of labels, CSS pixels. */
const labelFontPx = 12;
/** Height of a line or plate as a share of the font size. */
const lineShare = 1.5;
/** Padding around a piece for what extends beyond its advance, CSS pixels. */
const paddingPx = 2;
const platePx = { end: 5, corner: 3 } as const;

export class GlyphAtlas {
  readonly size = atlasSize;
  readonly texture: WebGLTexture;
  /** Device pixels. */
  readonly lineHeight: number;
  readonly padding: number;

  readonly #gl: WebGL2RenderingContext;
  readonly #pixelRatio: number;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #glyphs = new Map<string, Glyph>();
  #plate: PlateParts | undefined;
  #x = 0;
  #y = 0;

  constructor(gl: WebGL2RenderingContext, pixelRatio: number, fontPx: number = labelFontPx) {
    this.#gl = gl;
    this.#pixelRatio = pixelRatio;
    this.padding = Math.ceil(paddingPx * pixelRatio);
    this.lineHeight = Math.round(fontPx * lineShare * pixelRatio);
    const context = new OffscreenCanvas(atlasSize, this.lineHeight).getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("This browser has no 2D canvas, which labels need.");
    context.font = `500 ${fontPx * pixelRatio}px "Inter Variable", Inter, system-ui, sans-serif`;
    context.textBaseline = "middle";
    this.#context = context;
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, atlasSize, atlasSize, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  /** The pieces of a text, in order; `undefined` if the texture is full. */
  layout(text: string): Glyph[] | undefined {
    const glyphs: Glyph[] = [];
    for (const piece of text.match(/[\d\s.,:;%()+-]|[^\d\s.,:;%()+-]+/gu) ?? []) {
      const glyph = this.#glyphs.get(piece) ?? this.#addText(piece);
      if (glyph === undefined) return undefined;
      glyphs.push(glyph);
    }
    return glyphs;
  }

  plate(): PlateParts {
    this.#plate ??= this.#addPlate();
    return this.#plate;
  }

  /** Drops all pieces: existing layouts become invalid. */
  clear(): void {
    this.#glyphs.clear();
    this.#plate = undefined;
    this.#x = 0;
    this.#y = 0;
  }

  dispose(): void {
    this.#gl.deleteTexture(this.texture);
  }

  #addText(piece: string): Glyph | undefined {
    const context = this.#context;
    const advance = Math.round(context.measureText(piece).width);
    const width = Math.min(atlasSize, advance + 2 * this.padding);
    const glyph = this.#add(width, advance, () => {
      context.fillStyle = "#f00";
      // Half a pixel below the middle: most letters have no descender.
      context.fillText(piece, this.padding, this.lineHeight / 2 + 0.5 * this.#pixelRatio);
    });
    if (glyph !== undefined) this.#glyphs.set(piece, glyph);
    return glyph;
  }

  #addPlate(): PlateParts {
    const context = this.#context;
    const end = Math.round(platePx.end * this.#pixelRatio);
    const corner = platePx.corner * this.#pixelRatio;
    const piece = (left: number, right: number, width: number): Glyph => {
      const glyph = this.#add(width, width, () => {
        context.fillStyle = "#0f0";
        context.beginPath();
        context.roundRect(left, 0, right - left, this.lineHeight, corner);
        context.fill();
      });
      if (glyph === undefined) throw new Error("The texture of labels has no room for a plate.");
      return glyph;
    };
    // Wider than the visible piece, so that the corners of the other side are outside of it.
    return { left: piece(0, 4 * end, end), middle: piece(-end, 4 * end, 1), right: piece(-3 * end, end, end) };
  }

  /** Draws a piece into the next free place; `undefined` if none exists. */
  #add(width: number, advance: number, draw: () => void): Glyph | undefined {
    const gl = this.#gl;
    const context = this.#context;
    const { lineHeight } = this;
    if (this.#x + width > atlasSize) {
      this.#x = 0;
      this.#y += lineHeight;
    }
    if (this.#y + lineHeight > atlasSize) return undefined;
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, lineHeight);
    draw();
    const pixels = context.getImageData(0, 0, width, lineHeight);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, this.#x, this.#y, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const glyph: Glyph = { x: this.#x, y: this.#y, width, advance };
    this.#x += width;
    return glyph;
  }
}
