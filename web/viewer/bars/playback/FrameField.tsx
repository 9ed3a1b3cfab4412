/**
 * The frame number as a field: shows the current frame and seeks to a typed one on Enter. Escape and blur revert it.
 */

import { TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type KeyboardEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./FrameField.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

const fieldId = "frame-number";

/** Used by the "go to frame" command. */
export function focusFrameField(): void {
  document.getElementById(fieldId)?.focus();
}

export function FrameField() {
  useSignals();
  const { player } = useViewer().editor;
  const [text, setText] = useState<string | undefined>(undefined);
  const last = player.maxFrame;
  const frame = String(player.frame.value);
  const typed = parseFrame(text ?? frame, last);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Enter" && typed === undefined) return;
    if (event.key === "Enter" && typed !== undefined) player.seek(typed);
    setText(undefined);
    focusCanvas();
  }

  return (
    <span className={classes.field} data-testid="frame">
      <Tip label={t("viewer.frameFieldHint", { last })}>
        <TextInput
          id={fieldId}
          size="xs"
          classNames={{ input: classes.input ?? "" }}
          style={{ width: `${String(last).length + 2.5}ch` }}
          aria-label={t("viewer.frameField")}
          inputMode="numeric"
          autoComplete="off"
          value={text ?? frame}
          error={typed === undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => setText(undefined)}
          onKeyDown={onKeyDown}
        />
      </Tip>
      <span>/ {last}</span>
    </span>
  );
}

/** The frame number in `text`; `undefined` if there is no such frame. */
export function parseFrame(text: string, last: number): number | undefined {
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) return undefined;
  const frame = Number(trimmed);
  return frame <= last ? frame : undefined;
}
