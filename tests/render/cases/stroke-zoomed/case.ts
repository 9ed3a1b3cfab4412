/** At any zoom a stroke keeps its width on the screen; a high-density screen uses more pixels for it. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "strokes keep their width at any zoom and pixel density",
  scene: {
    background: "#000000",
    pixelRatio: 2,
    viewport: { scale: 16, x: 0, y: 0 },
    styles: [{ color: "#00ff00" }],
    boxes: [{ id: 1, bounds: [1, 1, 5, 5] }],
  },
  pixels: [
    ...[29, 30, 31, 32, 33, 34].map((x) => ({ at: [x, 100], color: "#00ff00" }) as const),
    ...[28, 35].map((x) => ({ at: [x, 100], color: "#000000" }) as const),
  ],
};
