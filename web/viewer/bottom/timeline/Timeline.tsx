/**
 * A timeline: its lanes, the playhead, and the readout next to the pointer. A click or a drag seeks; the wheel zooms
 * about the pointer, and scrolls the rows with Alt; the middle button or Shift+drag pans the window. For the keyboard
 * it is a slider, and it can be shown as a table.
 */

import { useElementSize, useMergedRef } from "@mantine/hooks";
import { signal, type ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../../base/effect.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import type { SlotNumber } from "../../../media/alignment.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import { FrameThumbnail } from "./FrameThumbnail.tsx";
import { cameraScale, frameScale, wholeFrames, type FramePlaces } from "./frame-scale.ts";
import { gripLanes, hitLanes, placeLanes, type Lane, type LaneGrip, type LaneHit } from "./lane.ts";
import classes from "./Timeline.module.css";
import { rowHeightPx } from "./track-lane.ts";
import { keyedFrame } from "./timeline-keys.ts";
import { startTimelineLoop } from "./timeline-loop.ts";
import { TimelineTable } from "./TimelineTable.tsx";

/** Delay before the text next to the pointer appears. */
const readoutDelayMs = 50;

interface TimelineProps {
  /** Its content; reads signals. */
  readonly lanes: (viewer: OpenViewer) => readonly Lane[];
  readonly label: string;
  /** It shows tracks: when no camera shows any, say why the timeline is empty. */
  readonly isOfTracks?: boolean;
}

type Drag =
  | { readonly kind: "seek" }
  | { readonly kind: "grip"; readonly grip: LaneGrip }
  | { readonly kind: "pan"; readonly atX: number };

export function Timeline(props: TimelineProps) {
  useSignals();
  const { settings } = useViewer().workspace.settings;
  return settings.value.layout.timelineTable ? <TimelineTable {...props} /> : <Chart {...props} />;
}

function Chart({ lanes, label, isOfTracks = false }: TimelineProps) {
  const viewer = useViewer();
  const { editor, playback, timeView, workspace } = viewer;
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(measured, place);
  const drag = useRef<Drag>(undefined);
  const [readout, setReadout] = useReadout();
  const [scroll] = useState(createScroll);

  useEffect(() => {
    const { settings } = workspace.settings;
    return effect(() => {
      if (settings.value.layout.timelineFollows) timeView.follow(playback.frame.value);
    });
  }, [playback, timeView, workspace]);

  useEffect(() => {
    const element = place.current;
    // React registers passive wheel listeners, which cannot prevent the page from scrolling.
    function onWheel(event: WheelEvent): void {
      if (event.altKey) return;
      event.preventDefault();
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const scale = frameScale<SlotNumber>(timeView.window.peek(), box.width);
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) timeView.pan(event.deltaX / scale.pxPerFrame);
      else timeView.zoom(-Math.sign(event.deltaY), scale.toFrame(event.clientX - box.left));
    }
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [timeView]);

  useEffect(() => {
    return effect(() => {
      const { frame, maxFrame } = editor.player;
      const { first, last } = wholeFrames(timeView.window.value, placesOf(viewer));
      const element = place.current;
      const now = frame.value;
      element?.setAttribute("aria-valuemin", String(Math.min(now, Math.max(0, first))));
      element?.setAttribute("aria-valuemax", String(Math.max(now, Math.min(maxFrame, last))));
      element?.setAttribute("aria-valuenow", String(now));
      element?.setAttribute("aria-valuetext", textAtPlayhead(lanes(viewer), now));
    });
  }, [editor, lanes, timeView, viewer]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const frame = editor.player.frame.peek();
    const window = wholeFrames(timeView.window.peek(), placesOf(viewer));
    const to = keyedFrame(event.key, event.shiftKey, frame, window);
    const rows = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const zoom = event.key === "+" ? 1 : event.key === "-" ? -1 : 0;
    if (to === undefined && rows === 0 && zoom === 0) return;
    event.preventDefault();
    if (to !== undefined) editor.player.seek(to);
    if (rows !== 0) event.currentTarget.querySelector("[data-scroller]")?.scrollBy(0, rows * rowHeightPx);
    if (zoom !== 0) timeView.zoom(zoom, playback.frame.peek());
  }

  /** The pointer's position in the coordinates that lanes expect. */
  function placeAt(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const boxes = placeLanes(lanes(viewer), box.height, scroll.px.peek());
    const scale = cameraScale(timeView.window.peek(), box.width, placesOf(viewer));
    return [boxes, event.clientX - box.left, event.clientY - box.top, scale] as const;
  }

  function hitAt(event: PointerEvent<HTMLDivElement>): NonNullable<Readout> {
    const at = placeAt(event);
    const { top } = event.currentTarget.getBoundingClientRect();
    return { ...hitLanes(...at), x: at[1], clientX: event.clientX, topPx: top };
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button === 2 || isOnScrollBar(event)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Prevents middle-button scrolling, focus changes and text selection.
    event.preventDefault();
    if (event.button === 1 || event.shiftKey) {
      drag.current = { kind: "pan", atX: event.clientX };
      return;
    }
    const grip = gripLanes(...placeAt(event));
    if (grip !== undefined) {
      drag.current = { kind: "grip", grip };
      return;
    }
    drag.current = { kind: "seek" };
    const { frame, track } = hitAt(event);
    if (track !== undefined) editor.lists.selectAndShow(track);
    editor.player.seek(frame);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const hit = hitAt(event);
    setReadout(hit);
    editor.pointer.pointAt(hit.track);
    if (drag.current === undefined) {
      event.currentTarget.style.cursor = gripLanes(...placeAt(event)) === undefined ? "" : "ew-resize";
    }
    if (drag.current?.kind === "grip") {
      drag.current.grip.move(hit.frame);
      editor.player.seek(hit.frame);
    }
    if (drag.current?.kind === "seek") editor.player.seek(hit.frame);
    if (drag.current?.kind === "pan") {
      const { pxPerFrame } = frameScale<SlotNumber>(
        timeView.window.peek(),
        event.currentTarget.getBoundingClientRect().width,
      );
      timeView.pan((drag.current.atX - event.clientX) / pxPerFrame);
      drag.current = { kind: "pan", atX: event.clientX };
    }
  }

  function endDrag(isDropped: boolean): void {
    if (drag.current?.kind === "grip") drag.current.grip[isDropped ? "drop" : "cancel"]();
    drag.current = undefined;
  }

  return (
    <div
      ref={ref}
      className={classes.timeline}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      onKeyDown={onKeyDown}
      id="timeline"
      data-testid="timeline"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => endDrag(true)}
      onPointerCancel={() => endDrag(false)}
      onPointerLeave={() => {
        editor.pointer.pointAt(undefined);
        setReadout(undefined);
      }}
    >
      <Lanes lanes={lanes} scrolledPx={scroll.px} />
      <Scroller lanes={lanes} onScroll={scroll.set} />
      {isOfTracks && <EmptyTimeline />}
      {width > 0 && <Playhead width={width} />}
      {readout !== undefined && (
        <span className={classes.readout} style={{ left: Math.min(width - 150, Math.max(4, readout.x + 8)) }}>
          {readout.text ?? t("viewer.frameNumber", { frame: readout.frame })}
        </span>
      )}
      {readout !== undefined && <FrameThumbnail frame={readout.frame} x={readout.clientX} top={readout.topPx} />}
    </div>
  );
}

/** Lanes use frames of the active camera. */
function placesOf({ alignment, workspace }: OpenViewer): FramePlaces {
  const camera = workspace.cameras.indexOf(workspace.active.value);
  return {
    positionOf: (frame) => alignment.positionOf(camera, frame),
    frameOf: (position) => alignment.frameOf(camera, position),
  };
}

/** CSS pixels: `x` relative to the timeline, the others to the window. */
type Readout = (LaneHit & { readonly x: number; readonly clientX: number; readonly topPx: number }) | undefined;

/** The readout for the playhead's frame, if there is one for the frame as a whole. */
function textAtPlayhead(lanes: readonly Lane[], frame: number): string {
  const counted = lanes.find(({ textAt }) => textAt !== undefined);
  return counted?.textAt?.(frame) ?? t("viewer.frameNumber", { frame });
}

/** The readout next to the pointer: the first appears after a delay, later ones immediately. */
function useReadout(): readonly [Readout, (next: Readout) => void] {
  const [shown, setShown] = useState<Readout>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    shown,
    (next) => {
      clearTimeout(timer.current);
      if (next === undefined || shown !== undefined) setShown(next);
      else timer.current = setTimeout(() => setShown(next), readoutDelayMs);
    },
  ];
}

/** How far the rows are scrolled, CSS pixels. */
function createScroll() {
  const px = signal(0);
  return { px: px as ReadonlySignal<number>, set: (next: number) => void (px.value = next) };
}

/** The scroll bar of a lane whose content is higher than the lane. The lane paints itself at this scroll offset. */
function Scroller({ lanes, onScroll }: Pick<TimelineProps, "lanes"> & { onScroll(px: number): void }) {
  useSignals();
  const all = lanes(useViewer());
  const scrolling = all.find(({ contentPx }) => contentPx !== undefined);
  if (scrolling === undefined) return null;
  const below = all.slice(all.indexOf(scrolling) + 1);
  const bottom = below.reduce((sum, { heightPx }) => sum + (heightPx === "fills" ? 0 : heightPx), 0);
  return (
    <div
      className={classes.scroller}
      data-scroller
      style={{ bottom }}
      onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
    >
      <div style={{ height: scrolling.contentPx }} />
    </div>
  );
}

function isOnScrollBar({ target, clientX }: PointerEvent<HTMLDivElement>): boolean {
  if (!(target instanceof HTMLElement) || target.dataset["scroller"] === undefined) return false;
  return clientX > target.getBoundingClientRect().left + target.clientWidth;
}

interface LanesProps extends Pick<TimelineProps, "lanes"> {
  readonly scrolledPx: ReadonlySignal<number>;
}

function Lanes({ lanes, scrolledPx }: LanesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewer = useViewer();
  useEffect(() => {
    if (canvas.current === null) return undefined;
    return startTimelineLoop(
      viewer.timeView,
      () => lanes(viewer),
      () => placesOf(viewer),
      scrolledPx,
      canvas.current,
    );
  }, [viewer, lanes, scrolledPx]);
  return <canvas ref={canvas} className={classes.lanes} />;
}

/** Shown in place of tracks when no camera shows any. */
function EmptyTimeline() {
  useSignals();
  const { workspace } = useViewer();
  if (!workspace.display.isNothingShown.value) return null;
  void workspace.tracksVersion.value;
  const isBare = workspace.cameras.every(({ document }) => document.value.core.trackCount === 0);
  return <span className={classes.nothing}>{t(isBare ? "timeline.nothingYet" : "timeline.nothingShown")}</span>;
}

function Playhead({ width }: { readonly width: number }) {
  useSignals();
  const { playback, timeView } = useViewer();
  const scale = frameScale<SlotNumber>(timeView.window.value, width);
  const frame = playback.frame.value;
  if (frame < scale.window.first || frame > scale.window.last) return null;
  return (
    <span
      className={classes.playhead}
      data-testid="playhead"
      style={{ transform: `translateX(${scale.toX(frame)}px)` }}
    />
  );
}
