/** Hiding rectangles also hides rotated ones; polygons stay. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "rotated boxes are taken off the picture with the rectangles, polygons stay",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000", fill: true }],
    visibility: { rectangle: false },
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
      {
        id: 2,
        bounds: [110, 30, 150, 70],
        shapes: [
          {
            kind: "polygon",
            paths: [
              [
                [110, 30],
                [150, 30],
                [150, 70],
                [110, 70],
              ],
            ],
          },
        ],
      },
    ],
  },
  pixels: [
    { at: [40, 30], color: "#000000" },
    { at: [80, 70], color: "#000000" },
    { at: [60, 50], color: "#000000" },
    { at: [110, 50], color: "#ff0000", tolerance: 70 },
  ],
};
