/** A rotated box is drawn as its polygon, and its bounds are not drawn. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "of a rotated box the four sides are drawn and its bounds are not; interpolated, it is dashed as boxes are",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000" }],
    boxes: [
      {
        id: 1,
        bounds: [20, 10, 100, 90],
        shapes: [
          {
            kind: "rotatedBox",
            paths: [
              [
                [60, 10],
                [100, 50],
                [60, 90],
                [20, 50],
              ],
            ],
          },
        ],
      },
    ],
  },
  pixels: [
    { at: [40, 30], color: "#ff0000", tolerance: 70 },
    { at: [80, 70], color: "#ff0000", tolerance: 70 },
    { at: [20, 20], color: "#000000" },
    { at: [100, 80], color: "#000000" },
    { at: [60, 50], color: "#000000" },
  ],
};
