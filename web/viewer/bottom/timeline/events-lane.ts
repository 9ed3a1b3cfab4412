/**
 * A bar for each shown track from its first to its last frame, with keyframe marks, and gaps where the track has no
 * box. Only visible bars are queried, so that many tracks cost no more than a few.
 */

import type { FrameNumber, TrackId } from "#core/types";
import { rowHeightPx, paintMark } from "./track-lane.ts";
import type { Lane, LaneBox } from "./lane.ts";
import type { RowLayout } from "./rows.ts";

/** A bar of the chart. */
export interface EventItem {
  /** First and last frame. */
  readonly range: readonly [begin: number, end: number];
  readonly color: string;
  readonly selected: boolean;
  /** The pointer is on the track, here, on the picture or in the list. */
  readonly hovered?: boolean;
  readonly name: string;
  readonly type: string;
  readonly id: TrackId;
  /** Keyframes, ascending. */
  readonly markers: Uint32Array;
  /** There is no box strictly between `from` and `to`. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

export interface EventChart {
  readonly begins: Uint32Array;
  readonly ends: Uint32Array;
  readonly layout: RowLayout;
  /** Called only for visible items. */
  item(index: number): EventItem;
}

/** Height of a bar within its row, CSS pixels. */
const barHeightPx = 7;
/** Keeps a track of one frame visible, CSS pixels. */
const minBarPx = 3;

export function eventsLane(chart: EventChart, textOf: (item: EventItem) => string): Lane {
  const { begins, ends, layout } = chart;
  const { byRow } = layout;
  return {
    id: "events",
    heightPx: "fills",
    contentPx: layout.rowCount * rowHeightPx,
    paint(context, scale, box, colors) {
      context.save();
      context.beginPath();
      context.rect(0, box.topPx, scale.widthPx, box.heightPx);
      context.clip();
      for (const row of rowsInView(box, layout.rowCount)) {
        const middle = box.topPx + row * rowHeightPx + rowHeightPx / 2 - box.scrollPx;
        for (const index of byRow[row] ?? []) {
          if ((ends[index] ?? 0) < scale.window.first - 1 || (begins[index] ?? 0) > scale.window.last + 1) continue;
          const item = chart.item(index);
          const [from, to] = item.range.map(scale.toX) as [number, number];
          const left = from - minBarPx / 2;
          const top = middle - barHeightPx / 2;
          const [bar, mark] = [colors.bar(item.color), colors.mark(item.color)];
          context.fillStyle = item.selected || item.hovered === true ? mark : bar;
          let partX = left;
          for (const gap of item.gaps) {
            const gapX = scale.toX(gap.from + 0.5);
            context.fillRect(partX, top, gapX - partX, barHeightPx);
            partX = scale.toX(gap.to - 0.5);
          }
          context.fillRect(partX, top, Math.max(minBarPx, to + minBarPx / 2 - partX), barHeightPx);
          context.fillStyle = mark;
          // Marks closer together than their own width would only blur.
          if (scale.pxPerFrame >= 2 || item.selected) {
            for (const marker of item.markers) paintMark(context, scale, marker, middle, 3);
          }
          if (item.selected || item.hovered === true) {
            context.strokeStyle = colors.text;
            context.lineWidth = 1;
            context.strokeRect(left - 1.5, middle - barHeightPx / 2 - 1.5, to - from + minBarPx + 3, barHeightPx + 3);
          }
        }
      }
      context.restore();
    },
    hitTest(x, y, scale, box) {
      const frame = scale.toFrame(x);
      const row = Math.floor((y - box.topPx + box.scrollPx) / rowHeightPx);
      const slack = minBarPx / scale.pxPerFrame;
      const index = byRow[row]?.find(
        (each) => frame >= (begins[each] ?? 0) - slack && frame <= (ends[each] ?? 0) + slack,
      );
      if (index === undefined) return undefined;
      const item = chart.item(index);
      return { frame, track: item.id, text: textOf(item) };
    },
  };
}

/** Rows that are at least partly visible in a box. */
export function rowsInView({ heightPx, scrollPx }: LaneBox, rowCount: number): readonly number[] {
  const first = Math.max(0, Math.floor(scrollPx / rowHeightPx));
  const last = Math.min(rowCount - 1, Math.floor((scrollPx + heightPx) / rowHeightPx));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** Between two neighboring keyframes a track has a box on all frames or on none. */
export function gapsBetween(keyframes: Uint32Array, hasBox: (frame: FrameNumber) => boolean): EventItem["gaps"] {
  const gaps: { from: number; to: number }[] = [];
  for (let at = 1; at < keyframes.length; at += 1) {
    const [from, to] = [keyframes[at - 1] ?? 0, keyframes[at] ?? 0];
    if (to > from + 1 && !hasBox((from + 1) as FrameNumber)) gaps.push({ from, to });
  }
  return gaps;
}
