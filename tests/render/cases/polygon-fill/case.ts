/**
 * A polygon is filled with 15 % of its color if its type fills only polygons: not its hole, nor the box around it.
 */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "a polygon shows its area, and a hole is none of it",
  scene: {
    background: "#000000",
    styles: [{ color: "#00ff00", fillsPolygons: true }],
    boxes: [
      {
        id: 1,
        bounds: [10, 10, 90, 90],
        shapes: [
          {
            kind: "polygon",
            paths: [
              [
                [20, 20],
                [80, 20],
                [80, 80],
                [20, 80],
                [20, 20],
              ],
              [
                [40, 40],
                [60, 40],
                [60, 60],
                [40, 60],
                [40, 40],
              ],
            ],
          },
        ],
      },
      { id: 2, bounds: [110, 10, 190, 90] },
    ],
  },
  pixels: [
    { at: [30, 50], color: "#002600" },
    { at: [50, 50], color: "#000000" },
    { at: [15, 50], color: "#000000" },
    { at: [150, 50], color: "#000000" },
  ],
};
