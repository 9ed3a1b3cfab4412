/** A polygon that is not on a keyframe is dashed, scaled to its own size. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "[V-CANVAS-12] dashes of a polygon are one twentieth of the smaller side of its bounds",
  scene: {
    background: "#000000",
    styles: [{ color: "#ffffff" }],
    boxes: [
      {
        id: 1,
        bounds: [-500, -500, -400, -400],
        flags: 0,
        // 160 x 80: dashes of 4 px.
        shapes: [
          {
            kind: "polygon",
            paths: [
              [
                [20, 10],
                [180, 10],
                [180, 90],
                [20, 90],
              ],
            ],
          },
        ],
      },
    ],
  },
  pixels: Array.from({ length: 19 }, (_, period) => [
    { at: [24 + period * 8 + 1, 10] as const, color: "#000000" },
    { at: [24 + period * 8 + 2, 10] as const, color: "#000000" },
    { at: [28 + period * 8 + 1, 10] as const, color: "#ffffff" },
    { at: [28 + period * 8 + 2, 10] as const, color: "#ffffff" },
  ]).flat(),
};
