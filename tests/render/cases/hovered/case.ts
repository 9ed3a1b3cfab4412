/** The object that a click would pick is tinted, and its label is above its neighbors'. */
import type { RenderCase } from "../../scene.ts";

export const renderCase: RenderCase = {
  title: "the track under the pointer is tinted, and its label covers others",
  scene: {
    background: "#000000",
    styles: [{ color: "#ff0000" }, { color: "#0000ff" }],
    hovered: 1,
    boxes: [
      { id: 1, bounds: [20, 40, 100, 90], label: "first" },
      { id: 2, bounds: [24, 40, 180, 90], type: 1, label: "second" },
    ],
  },
  pixels: [
    { at: [30, 60], color: "#140000" },
    { at: [150, 60], color: "#000000" },
    { at: [23, 24], color: "#ff0000" },
  ],
};
