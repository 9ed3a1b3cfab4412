import { expect, test } from "vitest";
import { withLuminanceOf } from "./accent.ts";
import { accentSurfaces, wake } from "./theme.ts";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const contrastWithWhite = (hex: string): number => 1.05 / (luminance(hex) + 0.05);

test("shades of any accent have the contrast of ours", () => {
  const surfaces = Object.values(accentSurfaces).flatMap((each) => Object.values(each));
  for (const accent of ["#ffd500", "#c8102e", "#0033a0", "#00ff00", "#ffffff", "#777777"])
    for (const shade of [...wake, ...surfaces]) {
      const contrast = contrastWithWhite(withLuminanceOf(accent, shade));
      // One step of eight bits.
      expect(contrast / contrastWithWhite(shade), `${accent} as bright as ${shade}`).toBeCloseTo(1, 1);
    }
});

test("a color as bright as itself stays, black becomes no other color, and hues stay apart", () => {
  expect(withLuminanceOf("#0f6679", "#0f6679")).toBe("#0f6679");
  const gray = withLuminanceOf("#000000", "#0f6679");
  expect([gray.slice(1, 3), gray.slice(3, 5)]).toEqual([gray.slice(3, 5), gray.slice(5, 7)]);
  const [red, blue] = [withLuminanceOf("#c8102e", "#0f6679"), withLuminanceOf("#0033a0", "#0f6679")];
  expect(Number.parseInt(red.slice(1, 3), 16)).toBeGreaterThan(Number.parseInt(red.slice(5, 7), 16));
  expect(Number.parseInt(blue.slice(1, 3), 16)).toBeLessThan(Number.parseInt(blue.slice(5, 7), 16));
});
