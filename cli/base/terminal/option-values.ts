/** Values of options shared by several commands. */

import { InvalidArgumentError } from "commander";
import type { ImageSize } from "#core/types";

/** A frame rate. */
export function rate(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text) || !(Number(text) > 0))
    throw new InvalidArgumentError("A frame rate is a number above 0.");
  return Number(text);
}

/** `1920x1080`, in pixels. */
export function imageSize(text: string): ImageSize {
  const [, width, height] = /^([1-9]\d{0,5})[x×]([1-9]\d{0,5})$/i.exec(text) ?? [];
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError("A size is width and height in pixels, as in `1920x1080`.");
  return { width: Number(width), height: Number(height) };
}

/** A count from 1. */
export function positiveCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(text);
}

/** The number of a revision or frame. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 0.");
  return Number(text);
}

/** `100-250`, or a single frame. */
export function frameRange(text: string): readonly [number, number] {
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  if (first === undefined || Number(last) < Number(first))
    throw new InvalidArgumentError("It must be a first and a last frame, as in 100-250.");
  return [Number(first), Number(last)];
}

/** For an option that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** `[TYPE=]CONFIDENCE`, may be repeated. */
export function collectThreshold(
  text: string,
  earlier: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [, type = "default", number = ""] = /^(?:(.+)=)?([^=]+)$/.exec(text) ?? [];
  const confidence = Number(number);
  if (number.trim() === "" || !(confidence >= 0 && confidence <= 1)) {
    throw new InvalidArgumentError("A confidence is a number from 0 to 1, as in `0.5` or `fish=0.5`.");
  }
  return { ...earlier, [type]: confidence };
}
