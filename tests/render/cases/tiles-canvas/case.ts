/** A tile wider than the maximum texture size. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "tiles wider than 8192 pixels are drawn by the canvas renderer, as large as they are",
  scene: {
    background: "#204060",
    picture: { rows: ["m"], size: [9000, 4000] },
    viewport: { scale: 0.02, x: 10, y: 5 },
    tiles: {
      tileWidth: 9000,
      shown: [{ rows: ["r".repeat(4500) + "g".repeat(4500)], area: [0, 0, 9000, 2000] }],
    },
  },
  pixels: [
    { at: [9, 20], color: "#204060" },
    { at: [11, 20], color: "#ff0000" },
    { at: [98, 20], color: "#ff0000" },
    { at: [102, 20], color: "#00ff00" },
    { at: [188, 43], color: "#00ff00" },
    { at: [150, 47], color: "#808080" },
    { at: [150, 86], color: "#204060" },
    { at: [191, 20], color: "#204060" },
  ],
};
