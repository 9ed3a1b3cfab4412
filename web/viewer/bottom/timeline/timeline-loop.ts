/** Repaints the lanes of a timeline when they, the window, the size or the theme change. */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../../base/effect.ts";
import { watchTheme } from "../../parts/watch-theme.ts";
import { cameraScale, type FramePlaces } from "./frame-scale.ts";
import { inksOn } from "./ink.ts";
import { placeLanes, type Lane } from "./lane.ts";
import type { TimeView } from "./time-view.ts";

/** Milliseconds between repaints, and how long the size must be stable before the next one. */
const paintEveryMs = 30;
const resizeQuietMs = 200;

/** `lanes` and `places` may read signals. Returns a function that stops the loop. */
export function startTimelineLoop(
  view: TimeView,
  lanes: () => readonly Lane[],
  places: () => FramePlaces,
  scrolledPx: ReadonlySignal<number>,
  canvas: HTMLCanvasElement,
): () => void {
  const size = signal({ width: 0, height: 0, ratio: 1 });
  const themeVersion = signal(0);
  let painting: ReturnType<typeof setTimeout> | undefined;
  let resizing: ReturnType<typeof setTimeout> | undefined;
  let paintedAt = -Infinity;
  let [inked, inks] = ["", inksOn("#000000")];

  function measure(): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    size.value = { width, height, ratio: globalThis.devicePixelRatio };
  }
  const observer = new ResizeObserver(() => {
    if (size.peek().width === 0) return measure();
    clearTimeout(resizing);
    resizing = setTimeout(measure, resizeQuietMs);
  });
  observer.observe(canvas);

  const stops = [
    watchTheme(() => {
      themeVersion.value += 1;
    }),
    effect(() => {
      void themeVersion.value;
      const now = {
        lanes: lanes(),
        places: places(),
        size: size.value,
        window: view.window.value,
        scrolledPx: scrolledPx.value,
      };
      clearTimeout(painting);
      const wait = paintEveryMs - (performance.now() - paintedAt);
      if (wait <= 0) paint();
      else painting = setTimeout(paint, wait);

      function paint(): void {
        const context = canvas.getContext("2d");
        const { width, height, ratio } = now.size;
        if (context === null || width === 0) return;
        paintedAt = performance.now();
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        const style = getComputedStyle(canvas);
        context.font = `10px ${style.fontFamily}`;
        const ground = style.getPropertyValue("--wl-panel").trim();
        if (ground !== inked) [inked, inks] = [ground, inksOn(ground)];
        const colors = {
          ...inks,
          ground,
          area: style.getPropertyValue("--timeline-area"),
          line: style.getPropertyValue("--wl-accent-text"),
          grid: style.getPropertyValue("--wl-border"),
          text: style.getPropertyValue("--mantine-color-dimmed"),
        };
        const scale = cameraScale(now.window, width, now.places);
        const boxes = placeLanes(now.lanes, height, now.scrolledPx);
        // The ruler's lines go under everything, so paint the last lane first.
        for (const [lane, box] of [...boxes].reverse()) lane.paint(context, scale, box, colors);
      }
    }),
  ];
  return () => {
    clearTimeout(painting);
    clearTimeout(resizing);
    observer.disconnect();
    for (const stop of stops) stop();
  };
}
