/** Tails are 2 px wide in the colour of the type, fainter where they are told to be, and below the boxes. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "tails of tracks are thin lines in the colour of their types, below the boxes",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000" }, { color: "#00ff00" }],
    hidden: [3],
    boxes: [
      { id: 1, bounds: [80, 20, 100, 40], type: 0 },
      { id: 2, bounds: [80, 60, 100, 80], type: 1 },
      { id: 3, bounds: [150, 60, 160, 80], type: 1 },
    ],
    tails: [
      { ends: [20, 30, 90, 30], entry: 0, strength: 1 },
      { ends: [20, 70, 70, 70], entry: 1, strength: 0.5 },
      { ends: [120, 70, 155, 70], entry: 2, strength: 1 },
    ],
  },
  pixels: [
    { at: [40, 29], color: "#ff0000" },
    { at: [40, 30], color: "#ff0000" },
    { at: [40, 27], color: "#000000" },
    { at: [40, 32], color: "#000000" },
    { at: [85, 30], color: "#ff0000" },
    { at: [40, 70], color: "#008000" },
    { at: [130, 70], color: "#000000" },
  ],
};
