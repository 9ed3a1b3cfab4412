/** Frame numbers under the lanes. */

import type { Lane } from "./lane.ts";
import { tickStep, timelineMarginPx } from "./frame-scale.ts";

const heightPx = 14;
/** Room that a number needs, CSS pixels. */
const minGapPx = 70;

export const rulerLane: Lane = {
  id: "ruler",
  heightPx,
  paint(context, scale, { topPx }, colors) {
    const { first, last } = scale.window;
    const max = Math.max(1, Math.floor((scale.widthPx - 2 * timelineMarginPx) / minGapPx));
    const step = tickStep(last - first + 1, max);
    context.textAlign = "center";
    context.textBaseline = "bottom";
    for (let frame = Math.ceil(first / step) * step; frame <= last; frame += step) {
      const x = Math.round(scale.toX(frame)) + 0.5;
      context.fillStyle = colors.grid;
      context.fillRect(x - 0.5, 0, 1, topPx);
      context.fillStyle = colors.text;
      context.fillText(String(frame), x, topPx + heightPx - 1);
    }
  },
};
