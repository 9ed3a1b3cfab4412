/** Contrast is a factor on the distance from middle gray. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "contrast is a factor on the distance from middle gray",
  scene: {
    picture: { rows: ["omkw"] },
    enhancements: { contrast: 0.5 },
    viewport: { scale: 20, x: 0, y: 0 },
  },
  pixels: [
    { at: [10, 10], color: "#7c6d5e" },
    { at: [30, 10], color: "#808080" },
    { at: [50, 10], color: "#404040" },
    { at: [70, 10], color: "#bfbfbf" },
  ],
};
