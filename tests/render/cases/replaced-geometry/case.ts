/** While polygons or lines are edited the overlay shows them; the box stays. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "geometry that the overlay replaces is not drawn, its box is",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000" }],
    replaced: { trackId: 1, part: "geometry", isMoving: true },
    boxes: [
      {
        id: 1,
        bounds: [20, 40, 100, 90],
        shapes: [
          {
            kind: "line",
            paths: [
              [
                [120, 60],
                [180, 60],
              ],
            ],
          },
          { kind: "point", paths: [[[150, 30]]] },
        ],
      },
    ],
  },
  pixels: [
    { at: [20, 60], color: "#ff0000" },
    { at: [150, 60], color: "#000000" },
    { at: [150, 30], color: "#000000" },
  ],
};
