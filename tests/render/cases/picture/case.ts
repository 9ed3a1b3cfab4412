/** The picture is at the viewport's position, its pixels are squares when zoomed in, and the rest is background. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "a picture is where the viewport says, with sharp pixels from near",
  scene: {
    background: "#204060",
    picture: { rows: ["rgb", "kwk"] },
    viewport: { scale: 20, x: 30, y: 10 },
  },
  pixels: [
    { at: [29, 30], color: "#204060" },
    { at: [30, 10], color: "#ff0000" },
    { at: [49, 29], color: "#ff0000" },
    { at: [50, 29], color: "#00ff00" },
    { at: [89, 10], color: "#0000ff" },
    { at: [90, 10], color: "#204060" },
    { at: [60, 30], color: "#ffffff" },
    { at: [60, 50], color: "#204060" },
  ],
};
