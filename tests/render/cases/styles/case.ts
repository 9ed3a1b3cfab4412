/** Each type has its own color, stroke width, opacity and fill. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "types have their own color, stroke width, opacity and fill",
  scene: {
    background: "#000000",
    styles: [
      { color: "#ff0000", strokeWidth: 9 },
      { color: "#0000ff", fill: true },
      { color: "#ffffff", opacity: 0.5 },
    ],
    boxes: [
      { id: 1, bounds: [20, 20, 60, 80], type: 0 },
      { id: 2, bounds: [80, 20, 120, 80], type: 1 },
      { id: 3, bounds: [140, 20, 180, 80], type: 2 },
    ],
  },
  pixels: [
    { at: [16, 50], color: "#ff0000" },
    { at: [24, 50], color: "#ff0000" },
    { at: [25, 50], color: "#000000" },
    { at: [80, 50], color: "#0000ff" },
    { at: [100, 50], color: "#000026" },
    { at: [140, 50], color: "#808080" },
    { at: [160, 50], color: "#000000" },
  ],
};
