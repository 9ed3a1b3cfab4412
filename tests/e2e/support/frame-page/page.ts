/**
 * The test page: opens media with the product's own sources and tells the test what a frame looks like, as a small grey
 * picture. What is read is what the renderer is given.
 */
import { openVideo } from "../../../../web/media/open-video.ts";
import type { OpenVideoOptions } from "../../../../web/media/open-video.ts";
import type { FrameSource } from "../../../../web/media/frame-source.ts";

export interface OpenedFacts {
  readonly decoder: string;
  readonly frameCount: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
}

let source: FrameSource | undefined;

const page = {
  async open(options: OpenVideoOptions): Promise<OpenedFacts> {
    source?.dispose();
    source = await openVideo(options);
    const { decoder, frameCount, fps, width, height } = source;
    return { decoder, frameCount, fps, width, height };
  },
  /** Grey levels 0..255, row by row, of `columns` x `rows` blocks: the mean of each block of the whole picture. */
  async greys(frames: readonly number[], columns: number, rows: number): Promise<number[][]> {
    const greys: number[][] = [];
    for (const frame of frames) {
      const picture = await source!.getFrame(frame);
      greys.push(greyOf(picture.image, columns, rows));
      picture.close();
    }
    return greys;
  },
};

declare global {
  interface Window {
    framePage: typeof page;
  }
}
window.framePage = page;

function greyOf(image: ImageBitmap, columns: number, rows: number): number[] {
  const canvas = new OffscreenCanvas(columns, rows);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, columns, rows);
  const { data } = context.getImageData(0, 0, columns, rows);
  return Array.from({ length: columns * rows }, (_, block) => {
    const i = block * 4;
    return 0.299 * data[i]! + 0.587 * data[i + 1]! + 0.114 * data[i + 2]!;
  });
}
