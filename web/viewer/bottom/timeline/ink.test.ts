import { expect, test } from "vitest";
import { typePalette } from "#core/type-colors";
import { contrastOf, luminanceOf } from "../../../base/luminance.ts";
import { cssVariables } from "../../../ui/theme/theme.ts";
import { inksOn } from "./ink.ts";

test("bars and keyframes of any type can be seen on both themes, and those that can be seen well keep their color", () => {
  const { dark, light } = cssVariables({} as never);
  for (const ground of [dark["--wl-panel"]!, light["--wl-panel"]!]) {
    const inks = inksOn(ground);
    const contrast = (color: string): number => contrastOf(luminanceOf(color), luminanceOf(ground));
    for (const color of [...typePalette, "#000000", "#ffffff", "#e599f7"]) {
      // One step of eight bits less.
      expect(contrast(inks.bar(color)), `bar of ${color} on ${ground}`).toBeGreaterThan(2.95);
      expect(contrast(inks.mark(color)), `mark of ${color} on ${ground}`).toBeGreaterThan(4.4);
      if (contrast(color) >= 4.5) expect(inks.mark(color)).toBe(color);
    }
  }
  expect(inksOn("#ffffff").bar("red")).toBe("red");
});
