/** Each corner, inside and outside: a row of 20 x 10 px with a white surface. */
import type { AttributeText } from "../../../../web/render/attribute-text.ts";
import type { RenderCase } from "../../scene.ts";

const row = (location: AttributeText["location"], corner: AttributeText["corner"]): Partial<AttributeText> => ({
  location,
  corner,
  box: { color: "#ffffff", thicknessPx: 0, background: { color: "#ffffff", opacity: 1 } },
  width: { type: "px", val: 20 },
  height: { type: "px", val: 10 },
});

export const renderCase: RenderCase = {
  title: "[V-ATTR-12] attributes stand inside or outside, at the corners SE, SW and NW",
  scene: {
    canvas: [300, 120],
    background: "#000000",
    styles: [{ color: "#ff0000", strokeWidth: 1, showLabel: false }],
    boxes: [
      {
        id: 1,
        bounds: [40, 20, 100, 100],
        attributes: [row("outside", "SE"), row("outside", "SW"), row("outside", "NW")],
      },
      {
        id: 2,
        bounds: [180, 20, 260, 100],
        attributes: [row("inside", "SE"), row("inside", "SW"), row("inside", "NW")],
      },
    ],
  },
  pixels: [
    { at: [114, 95], color: "#ffffff" },
    { at: [114, 85], color: "#000000" },
    { at: [26, 95], color: "#ffffff" },
    { at: [26, 85], color: "#000000" },
    { at: [26, 25], color: "#ffffff" },
    { at: [26, 35], color: "#000000" },
    { at: [114, 25], color: "#000000" },
    { at: [246, 91], color: "#ffffff" },
    { at: [246, 82], color: "#000000" },
    { at: [194, 91], color: "#ffffff" },
    { at: [194, 28], color: "#ffffff" },
    { at: [246, 28], color: "#000000" },
    { at: [266, 91], color: "#000000" },
  ],
};
