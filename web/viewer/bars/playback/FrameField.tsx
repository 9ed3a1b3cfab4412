/** The number of the frame: shows it, and goes to the one that is typed. Enter goes, Escape and leaving do not. */

import { TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type KeyboardEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./FrameField.module.css";
import { Tip } from "../../../ui/Tip.tsx";

const fieldId = "frame-number";

/** For the command that goes to a frame. */
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

/** A frame that exists; `undefined` for anything else. */
export function parseFrame(text: string, last: number): number | undefined {
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) return undefined;
  const frame = Number(trimmed);
  return frame <= last ? frame : undefined;
}
