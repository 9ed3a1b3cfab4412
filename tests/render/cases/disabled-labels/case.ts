/** If labels of disabled tracks overlap, the upper one stays readable: what shines through is less bright. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "labels of what is disabled are dark plates with white text",
  scene: {
    background: "#ffffff",
    styles: [{ color: "#ffff00" }],
    disableOthers: true,
    boxes: [{ id: 1, bounds: [20, 40, 100, 90], label: "MMMMMM" }],
  },
  pixels: [],
  areas: [
    { of: [24, 24, 60, 36], color: "#8f8f33", min: 0.3, max: 0.95 },
    { of: [24, 24, 60, 36], color: "#e8e8d6", min: 0.05, max: 0.6 },
  ],
};
