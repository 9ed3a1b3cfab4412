/** Lines have the stroke of their type; overlapping segments do not add up; unselected ones are fainter. */
import type { RenderCase } from "../../scene.ts";

const away = [-500, -500, -400, -400] as const;

export const renderCase: RenderCase = {
  title: "lines are drawn with one opacity, corners included, and dashed where they are computed",
  scene: {
    background: "#000000",
    styles: [{ color: "#ffffff", opacity: 0.5, strokeWidth: 9 }, { color: "#ff0000" }],
    selected: [2, 3],
    disableOthers: false,
    boxes: [
      {
        id: 1,
        bounds: away,
        shapes: [
          {
            kind: "line",
            paths: [
              [
                [20, 20],
                [60, 20],
                [60, 60],
                [90, 60],
              ],
            ],
          },
        ],
      },
      {
        id: 2,
        bounds: away,
        type: 1,
        shapes: [
          {
            kind: "line",
            paths: [
              [
                [110, 20],
                [190, 20],
              ],
            ],
          },
        ],
      },
      {
        id: 3,
        bounds: away,
        type: 1,
        flags: 0,
        shapes: [
          {
            kind: "line",
            paths: [
              [
                [110, 60],
                [190, 60],
              ],
            ],
          },
        ],
      },
    ],
  },
  pixels: [
    // Along the line, at its corners and in its round cap.
    ...(
      [
        [30, 20],
        [60, 20],
        [62, 18],
        [58, 22],
        [60, 40],
        [60, 60],
        [58, 62],
        [62, 58],
        [80, 60],
        [17, 20],
      ] as const
    ).map((at) => ({ at, color: "#808080" })),
    { at: [40, 30], color: "#000000" },
    // Selected: 5 px.
    { at: [150, 18], color: "#ff0000" },
    { at: [150, 21], color: "#ff0000" },
    { at: [150, 14], color: "#000000" },
  ],
  areas: [{ of: [112, 59, 188, 61], color: "#ff0000", min: 0.4, max: 0.75 }],
};
