/** Text is black or white, whichever is more readable on its background. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "labels have black or white text on a plate in the type's color, whatever the picture",
  scene: {
    canvas: [300, 60],
    background: "#808080",
    styles: [{ color: "#ffe000" }, { color: "#0000c0" }],
    boxes: [
      { id: 1, bounds: [10, 30, 120, 58], label: "MMMMMMMM" },
      { id: 2, bounds: [160, 30, 280, 58], type: 1, label: "MMMMMMMM" },
    ],
  },
  pixels: [],
  areas: [
    { of: [12, 14, 60, 28], color: "#ffe000", min: 0.3, max: 0.95 },
    { of: [12, 14, 60, 28], color: "#000000", min: 0.05, max: 0.6 },
    { of: [12, 14, 60, 28], color: "#ffffff", min: 0, max: 0.001 },
    { of: [162, 14, 210, 28], color: "#0000c0", min: 0.3, max: 0.95 },
    { of: [162, 14, 210, 28], color: "#ffffff", min: 0.05, max: 0.6 },
  ],
};
