/**
 * Colors of types on the ground of the timeline. Types have bright colors, made for pictures: on a light ground most
 * could hardly be seen.
 */
import { contrastOf, luminanceOf, mixed, withLuminance } from "../../../base/luminance.ts";

export interface Inks {
  /** For bars: softer than the type's own color where that can be seen well. */
  bar(color: string): string;
  /** For lines, keyframes, and bars that stand out. */
  mark(color: string): string;
}

/** Contrast with the ground; WCAG requires 3 for everything except text. */
const barContrast = 3;
const markContrast = 4.5;
/** Of the color, in linear light. */
const barShare = 0.3;

/** @param ground `#rrggbb` */
export function inksOn(ground: string): Inks {
  const below = luminanceOf(ground);
  const atLeast = (color: string, contrast: number): string => {
    if (contrastOf(luminanceOf(color), below) >= contrast) return color;
    return withLuminance(color, below > 0.5 ? (below + 0.05) / contrast - 0.05 : (below + 0.05) * contrast - 0.05);
  };
  const soft = (color: string): string => {
    const pale = mixed(color, ground, barShare);
    return contrastOf(luminanceOf(pale), below) >= barContrast ? pale : atLeast(color, barContrast);
  };
  return { bar: remembered(soft), mark: remembered((color) => atLeast(color, markContrast)) };
}

function remembered(make: (color: string) => string): (color: string) => string {
  const made = new Map<string, string>();
  return (color) => {
    let ink = made.get(color);
    // Names of colors stay as they are.
    if (ink === undefined) made.set(color, (ink = /^#[\da-f]{6}$/i.test(color) ? make(color) : color));
    return ink;
  };
}
