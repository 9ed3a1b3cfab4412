/** Rows of one corner are stacked; a box has its own colors and thickness, its background its own opacity. */
import type { RenderCase } from "../../scene.ts";

const box = (color: string, thicknessPx: number, background?: { color: string; opacity: number }) => ({
  color,
  thicknessPx,
  background,
});

export const renderCase: RenderCase = {
  title: "[V-ATTR-07] attributes: colours, sizes, boxes, widths and heights in percent and pixels",
  scene: {
    canvas: [400, 240],
    background: "#000000",
    styles: [{ color: "#ff0000", strokeWidth: 1, showLabel: false }],
    boxes: [
      {
        id: 1,
        bounds: [20, 20, 120, 220],
        attributes: [
          // 40 px wide, 30 px high, to the right of the box, its rows end where the box does.
          { box: box("#00ff00", 2), width: { type: "px", val: 40 }, height: { type: "px", val: 30 } },
          // Half as wide as the box, a quarter as high.
          {
            box: box("#0000ff", 1, { color: "#ffff00", opacity: 1 }),
            width: { type: "%", val: 50 },
            height: { type: "%", val: 25 },
          },
        ],
      },
      {
        id: 2,
        bounds: [240, 20, 260, 220],
        attributes: [
          {
            name: "n",
            value: "MMM",
            nameColor: "#00ffff",
            valueColor: "#ff00ff",
            namePx: 30,
            valuePx: 30,
            layout: "vertical",
          },
        ],
      },
      // Text in the automatic size and the type's color.
      { id: 3, bounds: [330, 20, 340, 40], attributes: [{ name: "MMM", value: "", corner: "NW" }] },
    ],
  },
  pixels: [
    // 220 - 50 - 30 = 140: the first row.
    { at: [125, 141], color: "#00ff00" },
    { at: [128, 146], color: "#000000" },
    { at: [162, 155], color: "#00ff00" },
    { at: [166, 155], color: "#000000" },
    // The second one: 124 to 174, 170 to 220.
    { at: [124, 190], color: "#0000ff" },
    { at: [150, 195], color: "#ffff00" },
    { at: [173, 195], color: "#0000ff" },
    { at: [176, 195], color: "#000000" },
    { at: [150, 222], color: "#000000" },
  ],
  areas: [
    // Two lines of 45 px each, the name above.
    { of: [264, 130, 360, 172], color: "#00ffff", min: 0.01, max: 0.5 },
    { of: [264, 130, 360, 172], color: "#ff00ff", min: 0, max: 0 },
    { of: [264, 178, 360, 219], color: "#ff00ff", min: 0.05, max: 0.6 },
    { of: [264, 178, 360, 219], color: "#00ffff", min: 0, max: 0 },
    { of: [280, 20, 328, 38], color: "#ff0000", min: 0.02, max: 0.5 },
    { of: [280, 42, 328, 60], color: "#ff0000", min: 0, max: 0 },
  ],
};
