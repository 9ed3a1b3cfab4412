/** Draws from stored tiles: a single tile as requested, parts of the image, histograms. */
import sharp, { type Sharp } from "sharp";

import type { PyramidFacts } from "../../base/tile-pack.ts";
import type { DrawnPart, HistogramOfBand, LargeImages, TileEncoding, TileStyle } from "../../ports/large-image.ts";

/** Tiles are made by us or uploaded under their name: small in any case. */
const options = { limitInputPixels: 4096 * 4096 } as const;
const white = { r: 255, g: 255, b: 255, alpha: 1 } as const;
const nothing = { r: 0, g: 0, b: 0, alpha: 0 } as const;
const bytesPerPixel = 4;

export const tilePainter: Pick<LargeImages, "encodeTile" | "drawPart" | "histogram"> = {
  async encodeTile(facts, tile, encoding, style) {
    // The stored encoding is reused.
    if (encoding === "PNG" && !isStretched(facts, style)) return tile;
    return await encode(stretched(sharp(tile, options), facts, style), encoding);
  },

  async drawPart({ facts, tiles, width, height, outputWidth, outputHeight, within, encoding, style }) {
    const drawn = await composed({ facts, tiles, width, height }, style);
    const raw = sharp(drawn, { raw: { width, height, channels: bytesPerPixel } });
    const resized = raw.resize(outputWidth, outputHeight, { fit: "fill" });
    if (within === undefined) return await encode(resized, encoding);
    const right = within.width - within.left - outputWidth;
    const bottom = within.height - within.top - outputHeight;
    const around = { left: within.left, top: within.top, right, bottom, background: nothing };
    return await encode(resized.extend(around), encoding);
  },

  async histogram(part, bins) {
    const { facts } = part;
    const { values } = facts;
    const bands = Math.min(facts.bandCount, 3);
    const samples: number[][] = Array.from({ length: bands }, () => []);
    for (const { bytes, left, top } of part.tiles) {
      const tile = sharp(bytes, options);
      const { space = "srgb", channels = 3 } = await tile.metadata();
      const { data, info } = await tile
        .toColourspace(values === undefined ? "srgb" : space)
        .raw({ depth: values === undefined ? "uchar" : "ushort" })
        .toBuffer({ resolveWithObject: true });
      const perPixel = info.channels;
      const across = Math.min(info.width, part.width - left);
      for (let y = 0; y < Math.min(info.height, part.height - top); y++) {
        for (let x = 0; x < across; x++) {
          for (let band = 0; band < Math.min(bands, channels); band++) {
            const at = (y * info.width + x) * perPixel + band;
            const stored = values === undefined ? (data[at] ?? 0) : data.readUInt16LE(2 * at);
            samples[band]?.push(values === undefined ? stored : values.offset + values.scale * stored);
          }
        }
      }
    }
    return samples.map((band) => histogramOf(band, bins, values === undefined ? [0, 256] : undefined));
  },
};

/** All channels (red, green, blue, alpha), 8 bits each, row by row. */
async function composed(
  { facts, tiles, width, height }: Pick<DrawnPart, "facts" | "tiles" | "width" | "height">,
  style: TileStyle,
): Promise<Buffer> {
  const target = Buffer.alloc(width * height * bytesPerPixel);
  for (const { bytes, left, top } of tiles) {
    const { data, info } = await stretched(sharp(bytes, options), facts, style)
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    const [x1, x2] = [Math.max(0, left), Math.min(width, left + info.width)];
    if (x1 >= x2) continue;
    for (let y = Math.max(0, top); y < Math.min(height, top + info.height); y++) {
      const from = ((y - top) * info.width + (x1 - left)) * info.channels;
      data.copy(target, (y * width + x1) * bytesPerPixel, from, from + (x2 - x1) * bytesPerPixel);
    }
  }
  return target;
}

const isStretched = ({ values }: PyramidFacts, { min, max }: TileStyle): boolean =>
  values !== undefined || min !== undefined || max !== undefined;

/** Applies black and white of the style, or of the image. */
function stretched(tile: Sharp, { values }: PyramidFacts, { min, max }: TileStyle): Sharp {
  const toStored = (value: number): number => (values === undefined ? value : (value - values.offset) / values.scale);
  const maxValue = values === undefined ? 255 : 65535;
  const black = min === undefined ? (values?.shown[0] ?? 0) : toStored(min);
  const light = max === undefined ? (values?.shown[1] ?? 255) : toStored(max);
  if (values === undefined && min === undefined && max === undefined) return tile;
  const scale = maxValue / Math.max(light - black, 1e-9);
  return tile.linear(scale, -black * scale);
}

async function encode(image: Sharp, encoding: TileEncoding): Promise<Uint8Array> {
  const shown = image.toColourspace("srgb");
  return encoding === "PNG"
    ? await shown.png({ compressionLevel: 3 }).toBuffer()
    : await shown.flatten({ background: white }).jpeg({ quality: 90 }).toBuffer();
}

function histogramOf(
  samples: readonly number[],
  bins: number,
  range: readonly [number, number] | undefined,
): HistogramOfBand {
  let [min, max] = [Infinity, -Infinity];
  for (const value of samples) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (samples.length === 0) [min, max] = [0, 0];
  const [from, to] = range ?? [min, max > min ? max : min + 1];
  const hist = Array.from({ length: bins }, () => 0);
  for (const value of samples) {
    const bin = Math.min(bins - 1, Math.floor(((value - from) / (to - from)) * bins));
    hist[bin] = (hist[bin] ?? 0) + 1;
  }
  const edges = Array.from({ length: bins + 1 }, (_, n) => from + ((to - from) * n) / bins);
  return { hist, bin_edges: edges, range: [from, to], min, max, samples: samples.length };
}
