/** Boxes that a file gives as fractions of the picture. */
import { readerRefusal } from "../problems/reader-problems.ts";
import type { ImageSize } from "../../types.ts";
import type { SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";

type Box = NonNullable<TranslatedObject["box"]>;

/** Converts those of one file, and counts those whose picture has an unknown size. */
export class PixelBoxes {
  readonly #leftOut: SkipCounter;
  #unsized = 0;

  constructor(leftOut: SkipCounter) {
    this.#leftOut = leftOut;
  }

  /** @param fractions left, top, width, height */
  inPixels([left, top, width, height]: Box, size: ImageSize | undefined): Box | undefined {
    if (size !== undefined) return [left * size.width, top * size.height, width * size.width, height * size.height];
    this.#unsized++;
    return this.#leftOut.add("box on a picture of unknown size");
  }

  /** @throws CoreError if nothing was read because no size is known */
  requireSizes(pictures: readonly TranslatedPicture[], tool: string): readonly TranslatedPicture[] {
    if (this.#unsized > 0 && pictures.every(({ objects }) => objects.length === 0)) {
      throw readerRefusal("translated-size-unknown", [tool]);
    }
    return pictures;
  }
}
