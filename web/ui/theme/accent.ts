/**
 * A site's own accent color. Each of our shades is replaced by one in the site's color with the same luminance, so
 * that the contrast measured for ours holds for any color.
 */
import { luminanceOf, withLuminance } from "../../base/luminance.ts";
import { accentSurfaces, wake } from "./theme.ts";

/** `color` with the luminance of `other`. Both are `#rrggbb`. */
export function withLuminanceOf(color: string, other: string): string {
  return withLuminance(color, luminanceOf(other));
}

/** `undefined`: our own color. */
export function applyAccent(color: string | undefined): void {
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
  const shades = wake.map((shade, index) => `--mantine-color-wake-${index}: ${withLuminanceOf(color, shade)};`);
  const schemes = Object.entries(accentSurfaces).map(([scheme, surfaces]) => {
    const lines = Object.entries(surfaces).map(([name, shade]) => `${name}: ${withLuminanceOf(color, shade)};`);
    return `:root:root[data-mantine-color-scheme="${scheme}"] { ${lines.join(" ")} }`;
  });
  return [`:root:root { ${shades.join(" ")} }`, ...schemes].join("\n");
}
