/**
 * Trails have the stroke of their outlines, including the rim, fainter if the style says so, and are below the boxes.
 */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "tails of tracks are lines in the color and the width of their outlines, below the boxes",
  scene: {
    background: "#ffffff",
    styles: [{ color: "#ff0000" }, { color: "#00ff00", strokeWidth: 7 }],
    hidden: [3],
    selected: [1],
    boxes: [
      { id: 1, bounds: [80, 20, 100, 40], type: 0 },
      { id: 2, bounds: [80, 60, 100, 80], type: 1 },
      { id: 3, bounds: [150, 60, 160, 80], type: 1 },
    ],
    tails: [
      { ends: [20, 30, 90, 30], entry: 0, strength: 1 },
      { ends: [20, 70, 70, 70], entry: 1, strength: 0.5 },
      { ends: [120, 70, 155, 70], entry: 2, strength: 1 },
    ],
  },
  pixels: [
    // Selected: 5 px, whose edges share a pixel with the dark rim.
    { at: [40, 28], color: "#ff0000" },
    { at: [40, 31], color: "#ff0000" },
    { at: [40, 26], color: "#cccccc" },
    { at: [40, 33], color: "#cccccc" },
    { at: [40, 25], color: "#ffffff" },
    { at: [40, 34], color: "#ffffff" },
    { at: [85, 30], color: "#ff0000" },
    // As wide as the style of its type: 7 px.
    { at: [40, 67], color: "#80ff80" },
    { at: [40, 72], color: "#80ff80" },
    { at: [40, 64], color: "#ffffff" },
    { at: [40, 75], color: "#ffffff" },
    { at: [130, 70], color: "#ffffff" },
  ],
};
