/**
 * Stacks one lane per camera, under the camera's name, into one scrolling lane on the ruler of the active camera. With
 * cameras aligned by time, each one's frames are placed at their timestamps.
 */

import { rowScale, type CameraFrames } from "./cameras-lane.ts";
import { rowNamePx } from "./frame-scale.ts";
import type { Lane, LaneBox } from "./lane.ts";

export interface CameraLane extends CameraFrames {
  readonly name: string;
  readonly isActive: boolean;
  /** Uses frames of this camera. */
  readonly lane: Lane;
}

/** Height of a camera's name above its bars, CSS pixels. */
export const namePx = 14;

export function stackedLane(cameras: readonly CameraLane[], textOf: (name: string, text: string) => string): Lane {
  const heights = cameras.map(({ lane }) => namePx + (lane.contentPx ?? 0));
  const offsets = heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, 0));
  /** The visible part of a camera's lane, below its name. */
  function boxOf(index: number, { topPx, heightPx, scrollPx }: LaneBox): LaneBox {
    const top = topPx + (offsets[index] ?? 0) + namePx - scrollPx;
    const bottom = Math.min(topPx + heightPx, top + (cameras[index]?.lane.contentPx ?? 0));
    const seen = Math.max(topPx, top);
    return { topPx: seen, heightPx: Math.max(0, bottom - seen), scrollPx: seen - top };
  }
  return {
    id: "stacked",
    heightPx: "fills",
    contentPx: heights.reduce((sum, height) => sum + height, 0),
    paint(context, scale, box, colors) {
      context.save();
      context.beginPath();
      context.rect(0, box.topPx, scale.widthPx, box.heightPx);
      context.clip();
      for (const [index, camera] of cameras.entries()) {
        const laneBox = boxOf(index, box);
        if (laneBox.heightPx > 0) camera.lane.paint(context, rowScale(scale, camera), laneBox, colors);
        const top = box.topPx + (offsets[index] ?? 0) - box.scrollPx;
        context.fillStyle = colors.grid;
        if (index > 0) context.fillRect(0, top, scale.widthPx, 1);
        context.fillStyle = camera.isActive ? colors.line : colors.text;
        context.textAlign = "left";
        context.textBaseline = "middle";
        context.fillText(camera.name, rowNamePx, top + namePx / 2);
      }
      context.restore();
    },
    hitTest(x, y, scale, box) {
      for (const [index, camera] of cameras.entries()) {
        const laneBox = boxOf(index, box);
        if (y < laneBox.topPx || y >= laneBox.topPx + laneBox.heightPx) continue;
        const hit = camera.lane.hitTest?.(x, y, rowScale(scale, camera), laneBox);
        if (hit === undefined) return undefined;
        // The timeline's frames are those of the active camera.
        return {
          ...hit,
          frame: scale.toFrame(x),
          ...(hit.text !== undefined && { text: textOf(camera.name, hit.text) }),
        };
      }
      return undefined;
    },
  };
}
