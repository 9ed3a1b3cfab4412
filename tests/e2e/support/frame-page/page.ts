/**
 * The test page: opens media with the product's own sources and reports what a frame looks like, as mean colors of
 * blocks. It measures the picture that the renderer would get.
 */
import { loadTexts } from "../../../../web/base/texts/index.ts";
import type { FrameSource } from "../../../../web/media/frame-source.ts";
import { openImageSequence } from "../../../../web/media/image-sequence-source.ts";
import { MediaError } from "../../../../web/media/media-error.ts";
import { openVideo } from "../../../../web/media/open-video.ts";
import type { OpenVideoOptions } from "../../../../web/media/open-video.ts";

// Errors are worded with the texts of the pages.
await loadTexts("pages");

export interface OpenedFacts {
  readonly decoder: string;
  readonly frameCount: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
}

export interface MediaFailure {
  readonly code: string;
  readonly message: string;
}

export interface Measurement {
  readonly frames: readonly number[];
  /** The picture is scaled to this size first. */
  readonly width: number;
  readonly height: number;
  /** left, top, right, bottom. */
  readonly blocks: readonly (readonly [number, number, number, number])[];
}

let source: FrameSource | undefined;

async function open(opening: Promise<FrameSource>): Promise<OpenedFacts | MediaFailure> {
  source?.dispose();
  try {
    source = await opening;
  } catch (error) {
    return failureOf(error);
  }
  const { decoder, frameCount, fps, width, height } = source;
  return { decoder, frameCount, fps, width, height };
}

const page = {
  openVideo: (options: OpenVideoOptions) => open(openVideo(options)),
  openImages: (urls: readonly string[], fps: number, isDirect = false) =>
    open(openImageSequence({ items: urls.map((url) => ({ url, fileName: url })), fps, isDirect })),

  /** Mean red, green and blue (0..255) of each block, for each frame. */
  async measure({ frames, width, height, blocks }: Measurement): Promise<number[][]> {
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
    const means: number[][] = [];
    for (const frame of frames) {
      const picture = await source!.getFrame(frame);
      context.drawImage(picture.image, 0, 0, width, height);
      picture.close();
      means.push(meansOf(context.getImageData(0, 0, width, height), blocks));
    }
    return means;
  },

  /** Why a frame cannot be shown; `undefined` if it can. */
  async failure(frame: number): Promise<MediaFailure | undefined> {
    try {
      (await source!.getFrame(frame)).close();
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  },
};

declare global {
  interface Window {
    framePage: typeof page;
  }
}
window.framePage = page;

function failureOf(error: unknown): MediaFailure {
  if (error instanceof MediaError) return { code: error.code, message: error.message };
  throw error;
}

function meansOf({ data, width }: ImageData, blocks: Measurement["blocks"]): number[] {
  const pixels = new Uint32Array(data.buffer);
  const means: number[] = [];
  for (const [left, top, right, bottom] of blocks) {
    let [red, green, blue] = [0, 0, 0];
    for (let y = top; y < bottom; y++) {
      for (let i = y * width + left; i < y * width + right; i++) {
        // Little-endian: red is the lowest byte.
        const rgba = pixels[i]!;
        red += rgba & 255;
        green += (rgba >> 8) & 255;
        blue += (rgba >> 16) & 255;
      }
    }
    const count = (right - left) * (bottom - top);
    for (const sum of [red, green, blue]) means.push(Math.round((sum / count) * 100) / 100);
  }
  return means;
}
