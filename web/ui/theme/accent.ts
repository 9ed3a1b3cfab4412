/**
 * A site's own accent color. Each of our shades is replaced by one in the site's color with the same luminance, so
 * that the contrast measured for ours holds for any color.
 */
import { accentSurfaces, wake } from "./theme.ts";

type Rgb = readonly [number, number, number];

/** `color` with the luminance of `other`. Both are `#rrggbb`. */
export function asBrightAs(color: string, other: string): string {
  const rgb = linearOf(color);
  const own = luminanceOf(rgb);
  const wanted = luminanceOf(linearOf(other));
  // Luminance is linear in linear light, so mixing with white or black can be computed exactly.
  const white = (wanted - own) / (1 - own);
  return hexOf(
    wanted > own
      ? rgb.map((part) => part + white * (1 - part))
      : rgb.map((part) => (own === 0 ? 0 : (part * wanted) / own)),
  );
}

/** `undefined`: our own color. */
export function wearAccent(color: string | undefined): void {
  const id = "site-accent";
  const worn = document.getElementById(id);
  if (color === undefined) {
    worn?.remove();
    return;
  }
  const style = worn ?? document.createElement("style");
  style.id = id;
  style.textContent = accentCss(color);
  if (worn === null) document.head.append(style);
}

function accentCss(color: string): string {
  const shades = wake.map((shade, index) => `--mantine-color-wake-${index}: ${asBrightAs(color, shade)};`);
  const schemes = Object.entries(accentSurfaces).map(([scheme, surfaces]) => {
    const lines = Object.entries(surfaces).map(([name, shade]) => `${name}: ${asBrightAs(color, shade)};`);
    return `:root:root[data-mantine-color-scheme="${scheme}"] { ${lines.join(" ")} }`;
  });
  return [`:root:root { ${shades.join(" ")} }`, ...schemes].join("\n");
}

function linearOf(hex: string): Rgb {
  const part = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** Relative luminance as defined by WCAG. */
function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hexOf(linear: readonly number[]): string {
  const parts = linear.map((part) => {
    const value = part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
