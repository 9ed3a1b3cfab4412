/** A hundred thousand pixels from the corner, at maximum zoom, the edge of a tile is in its place. */
import type { RenderCase } from "../../scene.ts";

const far = 100_000;

export const renderCase: RenderCase = {
  title: "at 100,000 px and 32 times, tiles are exact to the device pixel",
  scene: {
    background: "#204060",
    picture: { rows: ["m"], size: [far + 256, far + 256] },
    viewport: { scale: 32, x: -far * 32 - 5, y: -far * 32 - 5 },
    tiles: {
      tileWidth: 256,
      shown: [
        { rows: ["rg", "gr"], area: [far, far, far + 2, far + 2] },
        { rows: ["bb", "bb"], area: [far + 2, far, far + 4, far + 2] },
      ],
    },
  },
  pixels: [
    { at: [0, 0], color: "#ff0000" },
    { at: [26, 26], color: "#ff0000" },
    { at: [27, 26], color: "#00ff00" },
    { at: [58, 10], color: "#00ff00" },
    { at: [59, 10], color: "#0000ff" },
    { at: [26, 27], color: "#00ff00" },
  ],
};
