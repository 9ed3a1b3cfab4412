/** Strokes are 3 pixels wide, 5 when selected, centered on the edge of the box. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "[V-CANVAS-09] strokes are 3 wide, 5 when selected",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000" }],
    boxes: [
      { id: 1, bounds: [20, 20, 80, 80] },
      { id: 2, bounds: [120, 20, 180, 80] },
    ],
    selected: [2],
  },
  pixels: [
    ...[19, 20, 21].map((x) => ({ at: [x, 50], color: "#ff0000" }) as const),
    ...[18, 22].map((x) => ({ at: [x, 50], color: "#000000" }) as const),
    ...[118, 119, 120, 121, 122].map((x) => ({ at: [x, 50], color: "#ff0000" }) as const),
    ...[117, 123].map((x) => ({ at: [x, 50], color: "#000000" }) as const),
    { at: [50, 50], color: "#000000" },
    { at: [150, 50], color: "#000000" },
  ],
};
