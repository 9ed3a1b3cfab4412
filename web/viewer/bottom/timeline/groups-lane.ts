/** One row per group: a line over all its frames, and a bar for each range in which a member belongs to it. */

import type { LaneHit, Lane } from "./lane.ts";
import { rowsInView } from "./events-lane.ts";
import { rowHeightPx } from "./track-lane.ts";

export interface GroupBar {
  readonly id: number;
  readonly type: string;
  readonly color: string;
  readonly selected: boolean;
  readonly begin: number;
  readonly end: number;
  /** First and last frames of all members. */
  readonly ranges: readonly (readonly [begin: number, end: number])[];
  readonly memberCount: number;
}

const barHeightPx = 7;

export function groupsLane(groups: readonly GroupBar[], textOf: (group: GroupBar) => string): Lane {
  return {
    id: "groups",
    heightPx: "fills",
    contentPx: groups.length * rowHeightPx,
    paint(context, scale, box, colors) {
      context.save();
      context.beginPath();
      context.rect(0, box.topPx, scale.widthPx, box.heightPx);
      context.clip();
      for (const row of rowsInView(box, groups.length)) {
        const group = groups[row];
        if (group === undefined) continue;
        const middle = box.topPx + row * rowHeightPx + rowHeightPx / 2 - box.scrollPx;
        const mark = colors.mark(group.color);
        context.fillStyle = mark;
        const [from, to] = [scale.toX(group.begin), scale.toX(group.end)];
        context.fillRect(from, middle - 0.5, Math.max(2, to - from), 1);
        if (!group.selected) context.fillStyle = colors.bar(group.color);
        for (const [begin, end] of group.ranges) {
          const left = scale.toX(begin);
          context.fillRect(left - 1, middle - barHeightPx / 2, Math.max(3, scale.toX(end) - left + 2), barHeightPx);
        }
        if (group.selected) {
          context.strokeStyle = colors.text;
          context.strokeRect(from - 2.5, middle - barHeightPx / 2 - 1.5, to - from + 5, barHeightPx + 3);
        }
      }
      context.restore();
    },
    hitTest(x, y, scale, box): LaneHit | undefined {
      const frame = scale.toFrame(x);
      const group = groups[Math.floor((y - box.topPx + box.scrollPx) / rowHeightPx)];
      if (group === undefined || frame < group.begin || frame > group.end) return undefined;
      return { frame, text: textOf(group) };
    },
  };
}
