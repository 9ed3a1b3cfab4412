/**
 * The timeline's window within the whole dataset, as a draggable bar under the frame slider. Hidden while everything is
 * shown.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./TimelineMinimap.module.css";

export function TimelineMinimap() {
  useSignals();
  const { timeView } = useViewer();
  const { maxFrame } = timeView;
  const { first, last } = timeView.window.value;
  const atX = useRef<number>(undefined);
  if (maxFrame < 1 || last - first >= maxFrame) return null;

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    atX.current = event.clientX;
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (atX.current === undefined) return;
    const room = event.currentTarget.parentElement?.clientWidth ?? 1;
    timeView.pan(((event.clientX - atX.current) / Math.max(1, room)) * maxFrame);
    atX.current = event.clientX;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === "ArrowLeft" ? -0.2 : event.key === "ArrowRight" ? 0.2 : 0;
    if (by === 0) return;
    event.preventDefault();
    timeView.pan((last - first) * by);
  }

  const endDrag = () => (atX.current = undefined);
  return (
    <div className={classes.lane}>
      <div
        className={classes.window}
        role="scrollbar"
        tabIndex={0}
        aria-label={t("viewer.timelineWindow")}
        aria-orientation="horizontal"
        aria-controls="timeline"
        aria-valuemin={0}
        aria-valuemax={Math.round(maxFrame - (last - first))}
        aria-valuenow={Math.round(first)}
        style={{ left: `${(first / maxFrame) * 100}%`, width: `${((last - first) / maxFrame) * 100}%` }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
