/** The shape being drawn has handles at its corners and edges; guide lines cross the whole canvas. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "the shape being edited has grips, and guide lines cross the canvas",
  scene: {
    background: "#000000",
    overlay: {
      color: "#ff00ff",
      shapes: [{ kind: "rectangle", bounds: [40, 20, 120, 80] }],
      handles: [
        ...(
          [
            [40, 20],
            [120, 20],
            [120, 80],
            [40, 80],
          ] as const
        ).map((at) => ({ kind: "corner", at }) as const),
        ...(
          [
            [80, 20],
            [120, 50],
            [80, 80],
            [40, 50],
          ] as const
        ).map((at) => ({ kind: "side", at }) as const),
      ],
      crosshair: [160, 90],
    },
  },
  pixels: [
    { at: [60, 20], color: "#ff00ff" },
    { at: [60, 22], color: "#000000" },
    ...(
      [
        [40, 20],
        [80, 20],
        [120, 20],
        [40, 50],
        [120, 50],
        [40, 80],
        [80, 80],
        [120, 80],
      ] as const
    ).flatMap(([x, y]) => [
      { at: [x, y] as const, color: "#ffffff" },
      { at: [x - 4, y] as const, color: "#ff00ff" },
    ]),
    { at: [80, 50], color: "#000000" },
    { at: [160, 2], color: "#999999" },
    { at: [3, 90], color: "#999999" },
    { at: [197, 90], color: "#999999" },
  ],
};
