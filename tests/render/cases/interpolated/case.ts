/** A box interpolated between keyframes is dashed. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "interpolated boxes are dashed, keyframes are not",
  scene: {
    background: "#000000",
    styles: [{ color: "#ffffff" }],
    boxes: [
      { id: 1, bounds: [10, 20, 90, 80], flags: 1 },
      { id: 2, bounds: [110, 20, 190, 80], flags: 0 },
    ],
  },
  pixels: [{ at: [111, 20], color: "#ffffff" }],
  areas: [
    { of: [20, 19, 80, 22], color: "#ffffff", min: 1, max: 1 },
    { of: [120, 19, 180, 22], color: "#ffffff", min: 0.4, max: 0.75 },
    { of: [109, 30, 112, 70], color: "#ffffff", min: 0.4, max: 0.75 },
  ],
};
