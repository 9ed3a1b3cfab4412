/** Hidden geometry is not drawn; the rest is. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "rectangles and texts can be taken off the picture, lines stay",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000" }],
    visibility: { rectangle: false, text: false },
    boxes: [
      {
        id: 1,
        bounds: [20, 30, 80, 80],
        label: "fish",
        shapes: [
          {
            kind: "line",
            paths: [
              [
                [30, 50],
                [70, 50],
              ],
            ],
          },
        ],
      },
    ],
  },
  pixels: [
    { at: [20, 60], color: "#000000" },
    { at: [50, 30], color: "#000000" },
    { at: [50, 50], color: "#ff0000" },
  ],
  areas: [{ of: [16, 8, 90, 28], color: "#000000", min: 1, max: 1 }],
};
