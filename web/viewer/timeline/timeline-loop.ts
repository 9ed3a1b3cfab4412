/** Keeps the timeline's chart fresh: draws it when the annotations, the selection, the size or the theme change. */

import { effect, signal } from "@preact/signals-core";
import type { OpenViewer } from "../viewer-context.ts";
import { paintTimeline, type TimelineData } from "./timeline-painter.ts";
import { watchTheme } from "../parts/watch-theme.ts";

/** Returns how to stop. */
export function startTimelineLoop(viewer: OpenViewer, canvas: HTMLCanvasElement): () => void {
  const size = signal({ width: 0, height: 0, ratio: 1 });
  const themeVersion = signal(0);

  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas;
    size.value = { width, height, ratio: globalThis.devicePixelRatio };
  });
  observer.observe(canvas);

  const stops = [
    watchTheme(() => {
      themeVersion.value += 1;
    }),
    effect(() => {
      void themeVersion.value;
      const data: TimelineData = { counts: viewer.counts.value, track: selectedTrack(viewer) };
      const context = canvas.getContext("2d");
      const { width, height, ratio } = size.value;
      if (context === null || width === 0) return;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      const style = getComputedStyle(canvas);
      paintTimeline(context, size.value, data, {
        area: style.getPropertyValue("--timeline-area"),
        line: style.getPropertyValue("--wl-accent-text"),
        grid: style.getPropertyValue("--wl-border"),
        text: style.getPropertyValue("--mantine-color-dimmed"),
      });
    }),
  ];
  return () => {
    observer.disconnect();
    for (const stop of stops) stop();
  };
}

function selectedTrack({ workspace }: OpenViewer): TimelineData["track"] {
  void workspace.tracksVersion.value;
  const id = workspace.selectedTrack.value;
  if (id === undefined || !workspace.core.hasTrack(id)) return undefined;
  const { begin, end, shown, pairs } = workspace.track(id);
  const { color } = workspace.typeStyles.of((shown ?? pairs[0])?.type ?? "");
  return { begin, end, keyframes: workspace.core.keyframes(id), color };
}
