/** Whatever a tool draws: polygons, polylines and points, with round handles at points and between them. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title:
    "[V-CANVAS-11] polygons, polylines and points of an overlay are drawn; vertex handles have radius 8, edge handles radius 5",
  scene: {
    background: "#000000",
    overlay: {
      color: "#ff00ff",
      shapes: [
        {
          kind: "polygon",
          rings: [
            [
              [30, 20],
              [90, 20],
              [90, 80],
              [30, 80],
            ],
          ],
        },
        {
          kind: "polyline",
          points: [
            [120, 20],
            [120, 80],
            [180, 80],
          ],
        },
        { kind: "point", at: [160, 30] },
      ],
      handles: [
        { kind: "vertex", at: [30, 20] },
        { kind: "vertex", at: [90, 80], isActive: true },
        { kind: "edge", at: [60, 20] },
      ],
    },
  },
  pixels: [
    // Closed, unlike the polyline.
    { at: [29, 50], color: "#ff00ff" },
    { at: [89, 50], color: "#ff00ff" },
    { at: [120, 50], color: "#ff00ff" },
    { at: [150, 80], color: "#ff00ff" },
    { at: [150, 50], color: "#000000" },
    { at: [160, 30], color: "#ff00ff" },
    { at: [156, 30], color: "#ff00ff" },
    { at: [152, 30], color: "#000000" },
    // White in the center, colored up to the radius; the reverse when active.
    { at: [30, 20], color: "#ffffff" },
    { at: [22, 20], color: "#ff00ff", tolerance: 40 },
    { at: [21, 20], color: "#000000", tolerance: 40 },
    { at: [90, 80], color: "#ff00ff" },
    { at: [97, 80], color: "#ffffff", tolerance: 8 },
    { at: [60, 20], color: "#ffffff" },
    { at: [60, 15], color: "#ff00ff", tolerance: 40 },
    { at: [60, 14], color: "#000000", tolerance: 40 },
  ],
};
