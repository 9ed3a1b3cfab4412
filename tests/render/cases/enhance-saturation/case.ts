/** Saturation is a factor on the distance from the gray of equal brightness. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "without saturation each color is the gray that is as bright",
  scene: {
    picture: { rows: ["rgbm"] },
    enhancements: { saturation: 0 },
    viewport: { scale: 20, x: 0, y: 0 },
  },
  pixels: [
    { at: [10, 10], color: "#363636" },
    { at: [30, 10], color: "#b6b6b6" },
    { at: [50, 10], color: "#121212" },
    { at: [70, 10], color: "#808080" },
  ],
};
