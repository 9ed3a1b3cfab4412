/** Decodes uploaded pictures: whether they are whole, and as PNG. */

import type { PictureFacts } from "./blob.repository.ts";

/** Why a picture cannot be used; the message is appended to its name: "is cut off." */
export class ImageError extends Error {
  /** Nothing here knows what it is. */
  readonly isUnknownFormat: boolean;

  constructor(
    message: string,
    { isUnknownFormat = false, ...options }: ErrorOptions & { isUnknownFormat?: boolean } = {},
  ) {
    super(message, options);
    this.name = "ImageError";
    this.isUnknownFormat = isUnknownFormat;
  }
}

export interface PngPicture {
  readonly png: Uint8Array;
  /** What is wrong with the original, which can be shown all the same; appended to its name. */
  readonly problem?: string;
}

/** Whole pixels of an upright picture; may reach beyond it. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ImageDecoder {
  /**
   * How large a picture is, without decoding it.
   * @param file its path, or the beginning of its bytes
   * @returns `undefined` for what says nothing of it there
   */
  measure(file: string | Uint8Array): Promise<PictureFacts | undefined>;
  /** How many pictures of one size and kind a TIFF has: 1 where the others are smaller copies of it, or its mask. */
  countPages(path: string): Promise<number>;
  /** A grey PNG of this size. */
  blank(size: Pick<PictureFacts, "height" | "width">): Promise<Uint8Array>;
  /** Decodes all of a PNG or JPEG picture. @throws ImageError */
  check(path: string): Promise<void>;
  /**
   * Any picture as PNG: upright, the first one of an animation, 16 bits where it has them.
   * @param ending of the picture's name, in lower case without the dot
   * @throws ImageError
   */
  toPng(path: string, ending: string): Promise<PngPicture>;
  /**
   * A picture that browsers show, as WebP: upright, all of it, no side longer than this.
   * @throws ImageError
   */
  thumbnail(path: string, side: number): Promise<Uint8Array>;
  /**
   * A part of such a picture, as WebP, no side longer than this. What of the part is outside the picture is transparent.
   * @param file its path, or its bytes
   * @throws ImageError also where all of it is outside
   */
  cut(file: string | Uint8Array, part: PicturePart, side: number): Promise<Uint8Array>;
}
