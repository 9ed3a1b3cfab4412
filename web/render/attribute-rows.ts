/**
 * One row of an attribute at a box: its lines of text, and the vertices of its frame and its letters. Positions are lengths
 * that the shader completes, since a row may follow the size of its box (`attribute-layer.ts`).
 */
import type { AttributeText } from "./attribute-text.ts";
import { parseColor } from "./gl.ts";
import type { Glyph, GlyphAtlas } from "./glyph-atlas.ts";
import type { VertexBuffer } from "./vertex-buffer.ts";

/** Opacity of the halo that keeps text readable on any picture. */
const haloOpacity = 0.6;
/** The two triangles of a quad, as its corners: bit 0 is right, bit 1 is lower. */
const quad = [0, 1, 2, 2, 1, 3];
const haloOffsets = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Texts of one size, or plain surfaces, which have no atlas. */
export interface Batch {
  readonly atlas: GlyphAtlas | undefined;
  readonly buffer: VertexBuffer;
  readonly values: number[];
}

/** A length that grows with the box, plus one that does not. */
export interface Length {
  readonly share: number;
  readonly px: number;
}

export interface Line {
  readonly runs: readonly { readonly glyphs: readonly Glyph[]; readonly batch: Batch; readonly color: string }[];
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Row {
  readonly text: AttributeText;
  readonly lines: readonly Line[];
  readonly textWidthPx: number;
  readonly textHeightPx: number;
  readonly height: Length;
}

/** The left edge of a row: shares of the box and of the row, and device pixels. */
export interface RowLeft {
  readonly share: number;
  readonly ofRow: number;
  readonly px: number;
}

/** Where a row is, and how it is drawn. Lengths are from the top of the box; sizes are device pixels. */
export interface RowPlace {
  /** The box: image pixels from the list's origin. */
  readonly bounds: Float32Array;
  readonly left: RowLeft;
  readonly top: Length;
  readonly bottom: Length;
  /** A share of the box, and at least these pixels. */
  readonly width: Length;
  /** Around the text. */
  readonly padding: number;
  readonly opacity: number;
  /** Receives the vertices of plain surfaces; those of letters go to the batch of their size. */
  readonly surfaces: number[];
}

/** A place across a row. */
interface Across {
  readonly ofRow: number;
  readonly px: number;
}

const leftEdge: Across = { ofRow: 0, px: 0 };
const rightEdge: Across = { ofRow: 1, px: 0 };

/** Writes the vertices of one row. */
export class RowWriter {
  readonly #place: RowPlace;

  constructor(place: RowPlace) {
    this.#place = place;
  }

  /** Its background and its border. */
  addBox({ background, color }: NonNullable<AttributeText["box"]>, strokePx: number): void {
    const { top, bottom, opacity } = this.#place;
    if (background !== undefined && background.opacity > 0) {
      this.#addSurface(
        [leftEdge, rightEdge],
        [top, bottom],
        [...parseColor(background.color), background.opacity * opacity],
      );
    }
    if (strokePx <= 0) return;
    const stroke: Color = [...parseColor(color), opacity];
    this.#addSurface([leftEdge, rightEdge], [top, shifted(top, strokePx)], stroke);
    this.#addSurface([leftEdge, rightEdge], [shifted(bottom, -strokePx), bottom], stroke);
    this.#addSurface([leftEdge, { ofRow: 0, px: strokePx }], [top, bottom], stroke);
    this.#addSurface([{ ofRow: 1, px: -strokePx }, rightEdge], [top, bottom], stroke);
  }

  /** In the middle of the row's height, from the left. */
  addText({ lines, textHeightPx, height }: Row, hasHalo: boolean): void {
    const { top } = this.#place;
    const middle = { share: top.share + height.share / 2, px: top.px + Math.round((height.px - textHeightPx) / 2) };
    let down = 0;
    for (const line of lines) {
      this.#addLine(line, shifted(middle, down), hasHalo);
      down += line.heightPx;
    }
  }

  #addLine({ runs, heightPx }: Line, y: Length, hasHalo: boolean): void {
    const { opacity, padding } = this.#place;
    const halo: Color = [0, 0, 0, haloOpacity * opacity];
    let x = padding;
    for (const { glyphs, batch, color } of runs) {
      const { padding: inset = 0, lineHeight = 0 } = batch.atlas ?? {};
      const top = shifted(y, Math.round((heightPx - lineHeight) / 2));
      const letter: Color = [...parseColor(color), opacity];
      for (const glyph of glyphs) {
        const at = x - inset;
        if (hasHalo) for (const [dx, dy] of haloOffsets) this.#addGlyph(glyph, batch, at + dx, shifted(top, dy), halo);
        this.#addGlyph(glyph, batch, at, top, letter);
        x += glyph.advance;
      }
    }
  }

  #addGlyph(glyph: Glyph, { atlas, values }: Batch, x: number, y: Length, color: Color): void {
    for (const corner of quad) {
      const across = (corner & 1) * glyph.width;
      const below = (corner >> 1) * (atlas?.lineHeight ?? 0);
      this.#addVertex(
        values,
        { ofRow: 0, px: x + across },
        shifted(y, below),
        [glyph.x + across, glyph.y + below],
        color,
      );
    }
  }

  #addSurface(
    across: readonly [from: Across, to: Across],
    down: readonly [upper: Length, lower: Length],
    color: Color,
  ): void {
    for (const corner of quad) {
      this.#addVertex(this.#place.surfaces, across[corner & 1]!, down[corner >> 1]!, noTexel, color);
    }
  }

  #addVertex(values: number[], x: Across, y: Length, texel: readonly [u: number, v: number], color: Color): void {
    const { bounds, left, width } = this.#place;
    values.push(bounds[0]!, bounds[1]!, bounds[2]!, bounds[3]!);
    values.push(left.share, left.ofRow + x.ofRow, left.px + x.px, y.share, y.px, width.share, width.px);
    values.push(...texel, ...color);
  }
}

/** A plain surface. */
const noTexel = [-1, -1] as const;

export const addLengths = (a: Length, b: Length): Length => ({ share: a.share + b.share, px: a.px + b.px });
const shifted = ({ share, px }: Length, by: number): Length => ({ share, px: px + by });

export function joinLines(lines: readonly Line[]): Line {
  return {
    runs: lines.flatMap(({ runs }) => runs),
    widthPx: lines.reduce((sum, { widthPx }) => sum + widthPx, 0),
    heightPx: Math.max(...lines.map(({ heightPx }) => heightPx)),
  };
}
