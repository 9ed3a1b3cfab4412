/**
 * Text is above its box in the type's color, stays inside the canvas at its top and right, and can be turned off by
 * type.
 */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "labels stand above their boxes, or inside where there is no room",
  scene: {
    canvas: [400, 120],
    background: "#000000",
    styles: [{ color: "#ffff00" }, { color: "#ffff00", showLabel: false }],
    boxes: [
      { id: 1, bounds: [20, 40, 120, 100], label: "pedestrian 0.87" },
      { id: 2, bounds: [150, 2, 250, 100], label: "pedestrian 0.87" },
      { id: 3, bounds: [260, 40, 330, 100], type: 1, label: "pedestrian 0.87" },
      { id: 4, bounds: [375, 60, 395, 100], label: "pedestrian 0.87" },
    ],
  },
  pixels: [],
  areas: [
    { of: [20, 22, 110, 38], color: "#ffff00", min: 0.3, max: 0.95 },
    { of: [24, 43, 110, 60], color: "#ffff00", min: 0, max: 0 },
    { of: [153, 5, 240, 22], color: "#ffff00", min: 0.3, max: 0.95 },
    { of: [260, 0, 340, 38], color: "#000000", min: 1, max: 1 },
    // To the left of its box, which is closer to the edge than the text is long.
    { of: [330, 42, 370, 57], color: "#ffff00", min: 0.3, max: 0.95 },
  ],
};
