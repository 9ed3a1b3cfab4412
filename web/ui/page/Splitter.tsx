/** A border that can be dragged, or moved with the arrow keys, to resize the parts next to it. */

import { useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import classes from "./Splitter.module.css";

interface SplitterProps {
  readonly label: string;
  /** Direction of the line. */
  readonly orientation: "vertical" | "horizontal";
  /** Size of the part before the line, with its limits. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Step of an arrow key. */
  readonly step: number;
  /** The size after the pointer has moved this far since it was pressed, CSS pixels. */
  readonly valueAt: (start: number, movedPx: number) => number;
  onChange(value: number): void;
}

export function Splitter({ label, orientation, value, min, max, step, valueAt, onChange }: SplitterProps) {
  const drag = useRef<{ start: number; at: number } | undefined>(undefined);
  const clamp = (next: number) => Math.min(max, Math.max(min, next));
  const at = (event: PointerEvent) => (orientation === "vertical" ? event.clientX : event.clientY);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { start: value, at: at(event) };
  }

  function onPointerMove(event: PointerEvent) {
    if (drag.current !== undefined) onChange(clamp(valueAt(drag.current.start, at(event) - drag.current.at)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const grow = orientation === "vertical" ? "ArrowRight" : "ArrowDown";
    const shrink = orientation === "vertical" ? "ArrowLeft" : "ArrowUp";
    if (event.key !== grow && event.key !== shrink) return;
    event.preventDefault();
    onChange(clamp(value + (event.key === grow ? step : -step)));
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      className={classes[orientation]}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = undefined)}
      onPointerCancel={() => (drag.current = undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
