/** Points keep their size at any zoom; head and tail differ. */
import type { RenderCase } from "../../scene.ts";

const away = [-500, -500, -400, -400] as const;
const at = (kind: "point" | "head" | "tail", x: number) => ({ kind, paths: [[[x, 6.25]]] }) as const;

export const renderCase: RenderCase = {
  title: "[V-CANVAS-13] markers of points are 10 px wide at any zoom; heads have a white middle, tails an open one",
  scene: {
    background: "#000000",
    viewport: { scale: 8, x: 0, y: 0 },
    styles: [{ color: "#00ff00" }],
    boxes: [
      { id: 1, bounds: away, shapes: [at("point", 5)] },
      { id: 2, bounds: away, shapes: [at("head", 12.5), at("tail", 20)] },
    ],
  },
  pixels: [
    { at: [40, 50], color: "#00ff00" },
    ...[35, 44].map((x) => ({ at: [x, 50], color: "#00ff00", tolerance: 30 }) as const),
    { at: [40, 46], color: "#00ff00" },
    { at: [40, 53], color: "#00ff00" },
    { at: [34, 50], color: "#000000" },
    { at: [45, 50], color: "#000000" },
    { at: [100, 50], color: "#ffffff" },
    { at: [96, 50], color: "#00ff00" },
    { at: [160, 50], color: "#000000" },
    { at: [156, 50], color: "#00ff00" },
  ],
};
