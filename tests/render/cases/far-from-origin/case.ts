/** A hundred thousand pixels from the picture's corner, at maximum zoom: every edge is in its place. */
import type { RenderCase } from "../../scene.ts";

const far = 100_000;

export const renderCase: RenderCase = {
  title: "at 100,000 px and 32 times, boxes and shapes are exact to the device pixel",
  scene: {
    background: "#000000",
    viewport: { scale: 32, x: -far * 32, y: -far * 32 },
    styles: [{ color: "#00ff00", strokeWidth: 1 }],
    boxes: [
      {
        id: 1,
        // Just left of and above the device pixels 11, 75 and 43. There, f32 only represents every 128th of a pixel,
        // which would be inside them.
        bounds: [far + 10.95 / 32, far + 10.95 / 32, far + 74.95 / 32, far + 42.95 / 32],
        shapes: [
          {
            kind: "line",
            paths: [
              [
                [far + 100.5 / 32, far],
                [far + 100.5 / 32, far + 3],
              ],
            ],
          },
        ],
      },
    ],
    overlay: { color: "#ff0000", shapes: [{ kind: "rectangle", bounds: [far + 4, far + 1, far + 5, far + 2] }] },
  },
  pixels: [
    { at: [9, 30], color: "#000000" },
    { at: [10, 30], color: "#00ff00" },
    { at: [11, 30], color: "#000000" },
    { at: [74, 30], color: "#00ff00" },
    { at: [75, 30], color: "#000000" },
    { at: [30, 10], color: "#00ff00" },
    { at: [30, 42], color: "#00ff00" },
    { at: [30, 43], color: "#000000" },
    { at: [99, 50], color: "#000000" },
    { at: [100, 50], color: "#00ff00" },
    { at: [101, 50], color: "#000000" },
    { at: [127, 50], color: "#ff0000" },
    { at: [125, 50], color: "#000000" },
  ],
};
