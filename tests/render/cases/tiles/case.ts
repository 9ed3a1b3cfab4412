/** Tiles are drawn over the overview, finer ones over coarser ones, without gaps, and end where the image ends. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "tiles of a large image lie where they belong, finer ones on top, and end with the image",
  scene: {
    background: "#204060",
    picture: { rows: ["m"], size: [150, 100] },
    viewport: { scale: 1, x: 10, y: 0 },
    tiles: {
      tileWidth: 256,
      shown: [
        { rows: ["rr", "rr"], area: [0, 0, 100, 100] },
        { rows: ["gg", "gg"], area: [50, 0, 100, 50] },
        { rows: ["bb", "bb"], area: [100, 0, 200, 100] },
      ],
    },
  },
  pixels: [
    { at: [9, 50], color: "#204060" },
    { at: [10, 0], color: "#ff0000" },
    { at: [59, 10], color: "#ff0000" },
    { at: [60, 10], color: "#00ff00" },
    { at: [109, 49], color: "#00ff00" },
    { at: [109, 50], color: "#ff0000" },
    { at: [110, 50], color: "#0000ff" },
    { at: [159, 99], color: "#0000ff" },
    { at: [160, 50], color: "#204060" },
  ],
};
