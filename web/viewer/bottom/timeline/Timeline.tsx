/**
 * A timeline: its lanes, the playhead, and the readout next to the pointer. For the keyboard it is a slider, and it can
 * be shown as a table.
 */

import { useElementSize, useMergedRef } from "@mantine/hooks";
import { signal, type ReadonlySignal } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../base/texts/index.ts";
import type { SlotNumber } from "../../../media/alignment.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import { FrameThumbnail } from "./FrameThumbnail.tsx";
import { frameScale } from "./frame-scale.ts";
import { placesOf } from "./frames-of-camera.ts";
import type { Lane } from "./lane.ts";
import classes from "./Timeline.module.css";
import { startTimelineLoop } from "./timeline-loop.ts";
import { TimelineTable } from "./TimelineTable.tsx";
import { useTimelinePointer } from "./use-timeline-pointer.ts";
import { useFollowPlayhead, useSliderValue, useTimelineKeys, useTimelineWheel } from "./use-timeline-slider.ts";

interface TimelineProps {
  /** Its content; reads signals. */
  readonly lanes: (viewer: OpenViewer) => readonly Lane[];
  readonly label: string;
  /** It shows tracks: when no camera shows any, say why the timeline is empty. */
  readonly isOfTracks?: boolean;
}

export function Timeline(props: TimelineProps) {
  useSignals();
  const { settings } = useViewer().workspace.settings;
  return settings.value.layout.timelineTable ? <TimelineTable {...props} /> : <Chart {...props} />;
}

function Chart({ lanes, label, isOfTracks = false }: TimelineProps) {
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(measured, place);
  const [scroll] = useState(createScroll);
  const { readout, handlers } = useTimelinePointer(lanes, scroll.px);
  const onKeyDown = useTimelineKeys();
  useFollowPlayhead();
  useTimelineWheel(place);
  useSliderValue(place, lanes);

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
      {...handlers}
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
