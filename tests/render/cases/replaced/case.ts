/** While a box is edited the overlay shows it; its label and its other geometry stay. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "a box that the overlay replaces is not drawn, its label and its line are",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000" }],
    replaced: { trackId: 1, part: "box", isMoving: false },
    boxes: [
      {
        id: 1,
        bounds: [20, 40, 100, 90],
        label: "WWW",
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
        ],
      },
    ],
  },
  pixels: [
    { at: [20, 60], color: "#000000" },
    { at: [60, 90], color: "#000000" },
    { at: [22, 30], color: "#ff0000" },
    { at: [150, 60], color: "#ff0000" },
  ],
};
