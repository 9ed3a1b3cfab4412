/**
 * Draws the timeline: how many detections each frame has, the selected track with its keyframes, the playhead.
 *
 * The chart is drawn again only when the annotations, the selection or the size change; a moving playhead only moves
 * a line, so playing costs next to nothing.
 */

export interface TimelineData {
  /** Shown detections per frame. */
  readonly counts: Uint32Array;
  /** `undefined`: nothing is selected. */
  readonly track:
    | { readonly begin: number; readonly end: number; readonly keyframes: Uint32Array; readonly color: string }
    | undefined;
}

export interface TimelineColors {
  readonly area: string;
  readonly line: string;
  readonly grid: string;
  readonly text: string;
}

/** CSS pixels at the left and right, where half a slider thumb is as well. */
export const timelineInsetPx = 20;
/** CSS pixels of the lane of the selected track. */
const laneHeightPx = 16;
const axisHeightPx = 14;
const topPx = 12;

/** Where a frame lies. Frames are points: the first is at the left inset, the last at the right one. */
export function frameToX(frame: number, frameCount: number, widthPx: number): number {
  return timelineInsetPx + (frame / Math.max(1, frameCount - 1)) * (widthPx - 2 * timelineInsetPx);
}

/** The frame at a place, within 0..frameCount-1. */
export function xToFrame(x: number, frameCount: number, widthPx: number): number {
  const share = (x - timelineInsetPx) / Math.max(1, widthPx - 2 * timelineInsetPx);
  return Math.min(frameCount - 1, Math.max(0, Math.round(share * (frameCount - 1))));
}

export function paintTimeline(
  context: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number; readonly ratio: number },
  data: TimelineData,
  colors: TimelineColors,
): void {
  const { width, height, ratio } = size;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "10px system-ui, sans-serif";
  const chartBottom = height - axisHeightPx - laneHeightPx;
  paintAxis(context, data.counts.length, width, height, colors);
  paintCounts(context, data.counts, width, chartBottom, colors);
  if (data.track !== undefined) paintTrack(context, data.track, data.counts.length, width, chartBottom);
}

function paintCounts(
  context: CanvasRenderingContext2D,
  counts: Uint32Array,
  width: number,
  bottom: number,
  colors: TimelineColors,
): void {
  const highest = counts.reduce((most, count) => Math.max(most, count), 0);
  context.fillStyle = colors.text;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillText(String(highest), 2, topPx - 5);
  if (highest === 0) return;
  const columns = maxima(counts, width);
  context.beginPath();
  context.moveTo(frameToX(0, counts.length, width), bottom);
  for (const { x, count } of columns) context.lineTo(x, bottom - (count / highest) * (bottom - topPx));
  context.lineTo(frameToX(counts.length - 1, counts.length, width), bottom);
  context.fillStyle = colors.area;
  context.fill();
  context.beginPath();
  columns.forEach(({ x, count }, index) => {
    const y = bottom - (count / highest) * (bottom - topPx);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.strokeStyle = colors.line;
  context.lineWidth = 1.25;
  context.stroke();
}

/** One point a frame, or where frames are denser than pixels the highest count of each pixel. */
function maxima(counts: Uint32Array, width: number): readonly { readonly x: number; readonly count: number }[] {
  const points: { x: number; count: number }[] = [];
  counts.forEach((count, frame) => {
    const x = frameToX(frame, counts.length, width);
    const last = points.at(-1);
    if (last !== undefined && x - last.x < 1) last.count = Math.max(last.count, count);
    else points.push({ x, count });
  });
  return points;
}

function paintTrack(
  context: CanvasRenderingContext2D,
  track: NonNullable<TimelineData["track"]>,
  frameCount: number,
  width: number,
  top: number,
): void {
  const middle = top + laneHeightPx / 2;
  const from = frameToX(track.begin, frameCount, width);
  const to = frameToX(track.end, frameCount, width);
  context.fillStyle = track.color;
  context.globalAlpha = 0.4;
  context.fillRect(from, middle - 2, Math.max(2, to - from), 4);
  context.globalAlpha = 1;
  for (const keyframe of track.keyframes) {
    const x = frameToX(keyframe, frameCount, width);
    context.beginPath();
    context.moveTo(x, middle - 4.5);
    context.lineTo(x + 4.5, middle);
    context.lineTo(x, middle + 4.5);
    context.lineTo(x - 4.5, middle);
    context.closePath();
    context.fill();
  }
}

function paintAxis(
  context: CanvasRenderingContext2D,
  frameCount: number,
  width: number,
  height: number,
  colors: TimelineColors,
): void {
  const step = tickStep(frameCount, Math.max(1, Math.floor((width - 2 * timelineInsetPx) / 70)));
  context.textAlign = "center";
  context.textBaseline = "bottom";
  for (let frame = 0; frame < frameCount; frame += step) {
    const x = Math.round(frameToX(frame, frameCount, width)) + 0.5;
    context.fillStyle = colors.grid;
    context.fillRect(x - 0.5, topPx, 1, height - axisHeightPx - topPx);
    context.fillStyle = colors.text;
    context.fillText(String(frame), x, height - 1);
  }
}

/** A round number of frames between ticks, so that there are at most `most`. */
export function tickStep(frameCount: number, most: number): number {
  let step = 1;
  while (frameCount / step > most) {
    const leading = Number(String(step)[0]);
    step *= leading === 2 ? 2.5 : 2;
  }
  return step;
}
