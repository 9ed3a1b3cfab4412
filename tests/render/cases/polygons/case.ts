/** Polygons have outlines and holes; a filled type fills the polygon, not its box, and its holes stay open. */
import type { RenderCase } from "../../scene.ts";

const outline = [
  [20, 20],
  [80, 20],
  [80, 80],
  [20, 80],
] as const;
const hole = [
  [40, 40],
  [60, 40],
  [60, 60],
  [40, 60],
  [40, 40],
] as const;
const shifted = (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => [x + 100, y] as const);

export const renderCase: RenderCase = {
  title: "polygons with holes are drawn, and filled where their type is",
  scene: {
    background: "#000000",
    styles: [{ color: "#00ff00" }, { color: "#0000ff", fill: true }],
    boxes: [
      { id: 1, bounds: [10, 10, 90, 90], shapes: [{ kind: "polygon", paths: [outline, hole] }] },
      {
        id: 2,
        bounds: [110, 10, 190, 90],
        type: 1,
        shapes: [{ kind: "polygon", paths: [outline, hole].map(shifted) }],
      },
    ],
  },
  pixels: [
    // Outline and hole, the box around them, and nothing in between.
    { at: [50, 20], color: "#00ff00" },
    { at: [80, 50], color: "#00ff00" },
    { at: [20, 50], color: "#00ff00" },
    { at: [50, 40], color: "#00ff00" },
    { at: [40, 50], color: "#00ff00" },
    { at: [50, 10], color: "#00ff00" },
    { at: [30, 50], color: "#000000" },
    { at: [50, 50], color: "#000000" },
    // Filled with a little of the color, but not the hole and the rest of the box.
    { at: [130, 50], color: "#000026" },
    { at: [150, 50], color: "#000000" },
    { at: [115, 50], color: "#000000" },
    { at: [150, 20], color: "#0000ff" },
  ],
};
