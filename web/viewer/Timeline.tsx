/** The compact timeline: counts of detections over all frames and the keyframes of the selected track. */

import { useElementSize } from "@mantine/hooks";
import { useSignalEffect, useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { t } from "../base/texts/index.ts";
import { useColorScheme } from "../ui/use-color-scheme.ts";
import { frameToX, paintTimeline, xToFrame } from "./timeline-painter.ts";
import classes from "./Timeline.module.css";
import { useViewer } from "./viewer-context.ts";

/** CSS pixels. */
const heightPx = 84;

export function Timeline() {
  useSignals();
  const { settings } = useViewer().session;
  return settings.settings.value.layout.timelineCollapsed ? null : <OpenTimeline />;
}

function OpenTimeline() {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { playback, session } = useViewer();
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const isDragging = useRef(false);

  function frameAt(event: PointerEvent<HTMLDivElement>): number {
    const box = event.currentTarget.getBoundingClientRect();
    return xToFrame(event.clientX - box.left, playback.frameCount, box.width);
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
      {width > 0 && <Chart width={width} />}
      {width > 0 && <Playhead width={width} />}
      {hovered !== undefined && (
        <span
          className={classes.readout}
          style={{ left: Math.min(width - 150, Math.max(4, frameToX(hovered, playback.frameCount, width) + 8)) }}
        >
          {t("viewer.timelineReadout", {
            frame: hovered,
            count: session.core.countsByFrame(playback.frameCount)[hovered] ?? 0,
          })}
        </span>
      )}
    </div>
  );
}

function Chart({ width }: { readonly width: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { playback, session } = useViewer();
  const { isDark } = useColorScheme();
  const ratio = globalThis.devicePixelRatio;

  function paint(): void {
    void session.shownVersion.value;
    const selected = session.selection.value;
    const context = canvas.current?.getContext("2d");
    if (context == null) return;
    const track = selected !== undefined && session.core.hasTrack(selected) ? session.track(selected) : undefined;
    const style = getComputedStyle(context.canvas);
    const color = (name: string) => style.getPropertyValue(name);
    paintTimeline(
      context,
      { width, height: heightPx, ratio },
      {
        counts: session.core.countsByFrame(playback.frameCount),
        track: track && {
          begin: track.begin,
          end: track.end,
          keyframes: session.core.keyframes(track.id),
          color: session.typeStyles.of((track.shown ?? track.pairs[0])?.type ?? "").color,
        },
      },
      {
        area: color("--timeline-area"),
        line: color("--wl-accent-text"),
        grid: color("--wl-border"),
        text: color("--mantine-color-dimmed"),
      },
    );
  }

  useSignalEffect(paint);
  useEffect(paint, [width, ratio, isDark]);
  return (
    <canvas
      ref={canvas}
      className={classes.chart}
      width={Math.round(width * ratio)}
      height={Math.round(heightPx * ratio)}
      style={{ width, height: heightPx }}
    />
  );
}

function Playhead({ width }: { readonly width: number }) {
  useSignals();
  const { playback } = useViewer();
  const x = frameToX(playback.frame.value, playback.frameCount, width);
  return <span className={classes.playhead} style={{ transform: `translateX(${x}px)` }} />;
}
