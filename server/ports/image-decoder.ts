/** Decodes uploaded images: checks that they are intact, and converts them to PNG. */

import type { PictureFacts } from "./blob.repository.ts";

/** Why an image cannot be used; the message is appended to its name: "is cut off." */
export class ImageError extends Error {
  /** The format is not supported at all. */
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

export interface CheckedPicture {
  /** A problem that does not prevent showing it; appended to its name. */
  readonly problem?: string;
  /** Of a picture of 16 bits: the value that it needs as white, 255 or 4095, so that something is seen, or 65535. */
  readonly white?: number | undefined;
}

export interface PngPicture {
  readonly png: Uint8Array;
  /** A problem of the original that does not prevent showing it; appended to its name. */
  readonly problem?: string;
}

/** Whole pixels of the upright image; may extend beyond it. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ImageDecoder {
  /**
   * The size of an image, without decoding it.
   * @param file its path, or its first bytes
   * @returns `undefined` if the size cannot be read from there
   */
  measure(file: string | Uint8Array): Promise<PictureFacts | undefined>;
  /**
   * The number of pages of equal size and kind in a TIFF: 1 if the others are smaller copies or masks of the first.
   */
  countPages(path: string): Promise<number>;
  /** A gray PNG of this size. */
  blank(size: Pick<PictureFacts, "height" | "width">): Promise<Uint8Array>;
  /**
   * Decodes a PNG or JPEG completely.
   * @throws ImageError
   */
  check(path: string): Promise<CheckedPicture>;
  /** The usual ending of the format that a picture's bytes have, whatever it is called. */
  endingByContent(path: string): Promise<string | undefined>;
  /**
   * Converts an image to PNG: upright, first frame of an animation, 16 bits if the original has them.
   * @param ending file name extension, lower case without the dot
   * @param white of 16 bits, the value to show as white; by default the one that the picture needs
   * @throws ImageError
   */
  toPng(path: string, ending: string, white?: number): Promise<PngPicture>;
  /**
   * The whole image as WebP, upright, no side longer than `side`. Takes formats that browsers show.
   * @throws ImageError
   */
  thumbnail(path: string, side: number): Promise<Uint8Array>;
  /**
   * A part of such an image as WebP, no side longer than `side`. Areas beyond the image are transparent.
   * @param file its path, or its bytes
   * @throws ImageError also if the part is entirely outside
   */
  cut(file: string | Uint8Array, part: PicturePart, side: number): Promise<Uint8Array>;
}
