/** The browser may take away the GPU at any time; afterwards everything is drawn as before. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "after a lost context everything is there again",
  scene: {
    background: "#000000",
    picture: { rows: ["rg"] },
    viewport: { scale: 50, x: 50, y: 25 },
    styles: [{ color: "#0000ff" }],
    boxes: [{ id: 4, bounds: [-0.5, 0, 2.5, 1], label: "nothing" }],
    selected: [4],
    overlay: { color: "#ffffff", crosshair: [2.8, 1.3] },
    loseContext: true,
  },
  pixels: [
    { at: [75, 50], color: "#ff0000" },
    { at: [125, 50], color: "#00ff00" },
    ...[23, 24, 25, 26, 27].map((x) => ({ at: [x, 48], color: "#0000ff" }) as const),
    { at: [190, 2], color: "#999999" },
    { at: [3, 90], color: "#999999" },
  ],
};
