/** The compact timeline: counts of detections over all frames and the keyframes of the selected track. */

import { useElementSize } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { t } from "../../base/texts/index.ts";
import { startTimelineLoop } from "./timeline-loop.ts";
import { frameToX, xToFrame } from "./timeline-painter.ts";
import classes from "./Timeline.module.css";
import { useViewer } from "../viewer-context.ts";

/** CSS pixels. */
const heightPx = 84;

export function Timeline() {
  useSignals();
  const { settings } = useViewer().workspace;
  return settings.settings.value.layout.timelineCollapsed ? null : <OpenTimeline />;
}

function OpenTimeline() {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { counts, playback } = useViewer();
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const isDragging = useRef(false);

  function frameAt(event: PointerEvent<HTMLDivElement>): number {
    const box = event.currentTarget.getBoundingClientRect();
    return xToFrame(event.clientX - box.left, playback.maxFrame + 1, box.width);
  }

  return (
    <div
      ref={ref}
      className={classes.timeline}
      style={{ height: heightPx }}
      role="img"
      aria-label={t("viewer.timelineLabel")}
      data-testid="timeline"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragging.current = true;
        playback.seek(frameAt(event));
      }}
      onPointerMove={(event) => {
        const frame = frameAt(event);
        setHovered(frame);
        if (isDragging.current) playback.seek(frame);
      }}
      onPointerUp={() => (isDragging.current = false)}
      onPointerCancel={() => (isDragging.current = false)}
      onPointerLeave={() => setHovered(undefined)}
    >
      <Chart />
      {width > 0 && <Playhead width={width} />}
      {hovered !== undefined && (
        <span
          className={classes.readout}
          style={{ left: Math.min(width - 150, Math.max(4, frameToX(hovered, playback.maxFrame + 1, width) + 8)) }}
        >
          {t("viewer.timelineReadout", {
            frame: hovered,
            count: counts.peek()[hovered] ?? 0,
          })}
        </span>
      )}
    </div>
  );
}

function Chart() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewer = useViewer();
  useEffect(() => (canvas.current === null ? undefined : startTimelineLoop(viewer, canvas.current)), [viewer]);
  return <canvas ref={canvas} className={classes.chart} />;
}

function Playhead({ width }: { readonly width: number }) {
  useSignals();
  const { playback } = useViewer();
  const x = frameToX(playback.frame.value, playback.maxFrame + 1, width);
  return <span className={classes.playhead} style={{ transform: `translateX(${x}px)` }} />;
}
