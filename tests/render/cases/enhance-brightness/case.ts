/** Brightness is a factor on each color; the surroundings of the picture are unchanged. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "brightness is a factor on each color of the picture",
  scene: {
    background: "#204060",
    picture: { rows: ["omw"] },
    enhancements: { brightness: 1.5 },
    viewport: { scale: 20, x: 0, y: 0 },
  },
  pixels: [
    { at: [10, 10], color: "#b4875a" },
    { at: [30, 10], color: "#c0c0c0" },
    { at: [50, 10], color: "#ffffff" },
    { at: [70, 10], color: "#204060" },
  ],
};
