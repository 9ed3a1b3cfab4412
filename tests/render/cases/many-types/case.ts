/** More types than one row of the palette texture can contain, and more boxes than one row of the columns. */
import type { RenderCase } from "../../scene.ts";

const green = 1100;
const red = 1023;

/** Adjacent boxes without a width, three pixels of stroke each. */
export const renderCase: RenderCase = {
  title: "the color is that of the box's own type, however many types and boxes there are",
  scene: {
    canvas: [3700, 40],
    background: "#000000",
    styles: Array.from({ length: 600 }, (_, type) => ({
      color: type === 599 ? "#00ff00" : type === 300 ? "#ff0000" : "#0000ff",
    })),
    boxes: Array.from({ length: 1200 }, (_, i) => ({
      id: i,
      bounds: [i * 3, 10, i * 3, 30] as const,
      type: i === green ? 599 : i === red ? 300 : 5,
    })),
  },
  pixels: [
    { at: [green * 3, 20], color: "#00ff00" },
    { at: [red * 3, 20], color: "#ff0000" },
    { at: [(green + 1) * 3, 20], color: "#0000ff" },
    { at: [(red - 1) * 3, 20], color: "#0000ff" },
  ],
};
