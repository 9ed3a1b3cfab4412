/** Non-square stored pixels are stretched to the declared size of the picture. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "a picture with pixels that are not square is stretched",
  scene: { picture: { rows: ["rg"], size: [4, 1] }, viewport: { scale: 20, x: 0, y: 0 } },
  pixels: [
    { at: [38, 10], color: "#ff0000" },
    { at: [41, 10], color: "#00ff00" },
    { at: [79, 19], color: "#00ff00" },
    { at: [80, 10], color: "#101113" },
  ],
};
