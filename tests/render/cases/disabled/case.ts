/** While one track is edited the others are drawn with opacity 0.45; one of them can be hidden completely. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "[V-CANVAS-10] disabled boxes have opacity 0.45, hidden ones are not drawn",
  scene: {
    background: "#000000",
    styles: [{ color: "#ffffff" }],
    boxes: [
      { id: 7, bounds: [20, 20, 60, 80] },
      { id: 8, bounds: [80, 20, 120, 80] },
      { id: 9, bounds: [140, 20, 180, 80] },
    ],
    selected: [7],
    disableOthers: true,
    hidden: [9],
  },
  pixels: [
    { at: [20, 50], color: "#ffffff" },
    { at: [80, 50], color: "#737373" },
    { at: [140, 50], color: "#000000" },
  ],
};
