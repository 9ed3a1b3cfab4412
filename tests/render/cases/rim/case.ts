/** A bright color on a bright picture: strokes, points and handles have a dark rim. */
import type { RenderCase } from "../../scene.ts";

const dark = "#999999";

export const renderCase: RenderCase = {
  title: "what is drawn has a dark rim, so that white is seen on white",
  scene: {
    background: "#ffffff",
    styles: [{ color: "#ffffff" }],
    boxes: [
      {
        id: 1,
        bounds: [20, 20, 80, 80],
        shapes: [
          {
            kind: "line",
            paths: [
              [
                [120, 10],
                [120, 90],
              ],
            ],
          },
          { kind: "point", paths: [[[160, 50]]] },
        ],
      },
    ],
  },
  pixels: [
    { at: [17, 50], color: "#ffffff" },
    { at: [18, 50], color: dark },
    { at: [19, 50], color: "#ffffff" },
    { at: [20, 50], color: "#ffffff" },
    { at: [22, 50], color: dark },
    { at: [23, 50], color: "#ffffff" },
    { at: [118, 50], color: dark, tolerance: 60 },
    { at: [121, 50], color: dark, tolerance: 60 },
    { at: [120, 50], color: "#ffffff" },
    { at: [160, 50], color: "#ffffff" },
  ],
  areas: [{ of: [153, 43, 167, 57], color: dark, min: 0.08, max: 0.4 }],
};
