/**
 * Decodes pictures with libvips, which uses its own threads. Only the listed formats are read: none of them refers to
 * other files. Formats that libvips does not read (BMP, TGA, JPEG 2000, ...) goes through the WebAssembly ffmpeg.
 */
import { readFile } from "node:fs/promises";

import sharp, { type Sharp } from "sharp";

import { type ImageDecoder, ImageError, type PicturePart, type PngPicture } from "../../ports/image-decoder.ts";
import { runFfmpeg } from "../ffmpeg/run-ffmpeg.ts";
import { wordImageError } from "./image-errors.ts";
import { countPngPictures, endingByContent } from "./picture-bytes.ts";
import { sgiRowsWithoutEnd } from "./sgi-rows.ts";
import { neededWhite, type ValueRange, withShownRange } from "./value-range.ts";

sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map((format) => `VipsForeignLoad${format}`),
});
// Files change under the same path between tests, and uploads are read once.
sharp.cache(false);

export interface DecodeLimits {
  readonly pixels: number;
  readonly seconds: number;
}

/** Formats that only ffmpeg reads, with the decoder's options: not every format can be recognized by its bytes. */
const ffmpegOptions: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...["bmp", "pgm", "sgi"].map((ending) => [ending, ["-f", `${ending}_pipe`]] as const),
  ...["ppm", "pbm", "psd"].map((ending) => [ending, ["-f", "image2", "-c:v", ending]] as const),
  ["tga", ["-f", "image2", "-c:v", "targa"]],
  ["jp2", ["-f", "image2", "-c:v", "jpeg2000"]],
  // Its values are linear; screens expect sRGB.
  ["exr", ["-f", "image2", "-c:v", "exr", "-apply_trc", "iec61966_2_1"]],
]);

const animationText = (pictures: number): string =>
  `is an animation of ${pictures} pictures, of which the first is shown: make a video of it to annotate all of them.`;

const pagesText = (pages: number): string =>
  `has ${pages} pages of one size, of which the first is shown: make a picture of each page to annotate all of them.`;

const rangeText = ({ min, max, black, white }: ValueRange): string =>
  `has values from ${short(min)} to ${short(max)}, and is shown with ${short(black)} as black and ${short(white)} as white.`;

const short = (value: number): string => String(Number(value.toPrecision(6)));

/** A small picture must not take long. */
const thumbnailSeconds = 10;

/** @param limits default: 16384 x 16384 pixels, one minute */
export function imageDecoder({ pixels, seconds }: DecodeLimits = { pixels: 2 ** 28, seconds: 60 }): ImageDecoder {
  const decode = (file: string | Uint8Array) =>
    sharp(file, { failOn: "error", limitInputPixels: pixels, sequentialRead: true }).timeout({ seconds });
  return {
    async measure(file) {
      try {
        const { width, height, orientation = 1 } = await sharp(file, { limitInputPixels: pixels }).metadata();
        return width > 0 && height > 0 ? { width, height, orientation } : undefined;
      } catch {
        return undefined;
      }
    },
    async countPages(path) {
      const look = async (page: number) => await sharp(path, { limitInputPixels: pixels, page }).metadata();
      try {
        const { pages = 1, ...first } = await look(0);
        if (pages === 1 || first.format !== "tiff") return 1;
        const second = await look(1);
        const isAlike = (["width", "height", "channels", "depth", "bitsPerSample"] as const).every(
          (fact) => first[fact] === second[fact],
        );
        return isAlike ? pages : 1;
      } catch {
        return 1;
      }
    },
    async blank({ width, height }) {
      const background = { r: 128, g: 128, b: 128 };
      return await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer();
    },
    endingByContent,
    async check(path) {
      try {
        // Browsers, too, look at the first bytes.
        const ending = await endingByContent(path);
        if (ending !== "png" && ending !== "jpg") throw new ImageError("is not a PNG or JPEG picture.");
        // Scaling to one pixel decodes every pixel of the original, with very little memory.
        await decode(path).resize(1, 1, { fit: "fill" }).raw().toBuffer();
        if (ending === "jpg") return {};
        const pictures = await countPngPictures(path);
        const metadata = await sharp(path, { limitInputPixels: pixels }).metadata();
        const white = metadata.depth === "ushort" ? await neededWhite(decode(path), metadata) : undefined;
        return { ...(pictures > 1 && { problem: animationText(pictures) }), white };
      } catch (error) {
        throw wordImageError(error, pixels);
      }
    },
    async toPng(path, ending, white) {
      try {
        const options = ffmpegOptions.get(ending);
        if (options !== undefined) return await ffmpegToPng(path, ending, options);
        const metadata = await sharp(path, { limitInputPixels: pixels }).metadata();
        const pages = metadata.format === "tiff" ? await this.countPages(path) : (metadata.pages ?? 1);
        const open = (): Sharp => decode(path).autoOrient();
        const shown = await withShownRange(open, metadata, white);
        const problems = [
          ...(pages > 1 ? [metadata.format === "tiff" ? pagesText(pages) : animationText(pages)] : []),
          ...(shown === undefined ? [] : [rangeText(shown.range)]),
        ];
        const png = await (shown?.picture ?? open()).png({ compressionLevel: 6 }).toBuffer();
        return { png, ...(problems.length > 0 && { problem: problems.join(" It also ") }) };
      } catch (error) {
        throw wordImageError(error, pixels);
      }
    },
    async thumbnail(path, side) {
      try {
        return await decode(path)
          .timeout({ seconds: Math.min(seconds, thumbnailSeconds) })
          .autoOrient()
          .resize(side, side, { fit: "inside", withoutEnlargement: true })
          .toColourspace("srgb")
          .webp({ quality: 75 })
          .toBuffer();
      } catch (error) {
        throw wordImageError(error, pixels);
      }
    },
    async cut(file, part, side) {
      try {
        const { width, height, orientation = 1 } = await sharp(file, { limitInputPixels: pixels }).metadata();
        const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
        const { inside, size, margins } = placed(part, upright, side);
        return await decode(file)
          .timeout({ seconds: Math.min(seconds, thumbnailSeconds) })
          .autoOrient()
          .extract(inside)
          .resize({ ...size, fit: "fill" })
          .toColourspace("srgb")
          .extend({ ...margins, background: { r: 0, g: 0, b: 0, alpha: 0 } })
          .webp({ quality: 80 })
          .toBuffer();
      } catch (error) {
        throw wordImageError(error, pixels);
      }
    },
  };
}

/** The part of the requested area that is inside the picture, its size in the output, and the margins around it. */
function placed(
  part: PicturePart,
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
) {
  const left = Math.max(0, part.left);
  const top = Math.max(0, part.top);
  const right = Math.min(width, part.left + part.width);
  const bottom = Math.min(height, part.top + part.height);
  if (right <= left || bottom <= top) throw new ImageError("has no pixels there: the box is outside the picture.");
  const scale = Math.min(1, side / part.width, side / part.height);
  const scaled = (pixels: number) => Math.round(pixels * scale);
  const size = { width: Math.max(1, scaled(right - left)), height: Math.max(1, scaled(bottom - top)) };
  const [across, down] = [scaled(left - part.left), scaled(top - part.top)];
  const margins = {
    left: across,
    top: down,
    right: Math.max(0, scaled(part.width) - across - size.width),
    bottom: Math.max(0, scaled(part.height) - down - size.height),
  };
  return { inside: { left, top, width: right - left, height: bottom - top }, size, margins };
}

async function ffmpegToPng(path: string, ending: string, options: readonly string[]): Promise<PngPicture> {
  const name = `in.${ending}`;
  const bytes = new Uint8Array(await readFile(path));
  // The decoding thread takes over the bytes.
  const { open = 0, rows = 0 } = (ending === "sgi" ? sgiRowsWithoutEnd(bytes) : undefined) ?? {};
  const { outputs } = await runFfmpeg({
    inputs: [{ name, bytes, options }],
    args: ["-frames:v", "1", "out.png"],
    outputs: ["out.png"],
  });
  const png = outputs.get("out.png") ?? new Uint8Array();
  if (open === 0) return { png };
  return {
    png,
    problem: `is shown, but other programs may refuse it: ${open} of its ${rows} rows lack their end mark.`,
  };
}
