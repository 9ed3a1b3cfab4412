/** Chips for the settings that change what a drag does, lit while on. Stored per dataset. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { keyOf } from "../../../commands/keymap.ts";
import { commands, runCommand } from "../../../commands/registry.ts";
import { CommandIcon } from "../../../ui/commands/icons.tsx";
import { CommandTip } from "../../parts/CommandButton.tsx";
import { useCommandState } from "../../parts/use-command-state.ts";
import { useViewer } from "../../viewer-context.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";
import classes from "./NewObjectChips.module.css";

type ChipText =
  | "viewer.chipDetection"
  | "viewer.chipContinuous"
  | "viewer.chipInterpolate"
  | "viewer.chipAdvance"
  | "viewer.chipSoft";
type ChipCommand = "new.detection" | "new.continuous" | "new.interpolate" | "new.advance" | "soft.toggle";

export function NewObjectChips() {
  useSignals();
  const { workspace } = useViewer();
  const { mode } = workspace.settings.settings.value.trackSettings.newTrackSettings;
  return (
    <span className={classes.chips} role="group" aria-label={t("viewer.chips")}>
      <Chip command="new.detection" text="viewer.chipDetection" />
      {mode === "Detection" ? (
        <Chip command="new.continuous" text="viewer.chipContinuous" />
      ) : (
        <Chip command="new.interpolate" text="viewer.chipInterpolate" />
      )}
      <Chip command="new.advance" text="viewer.chipAdvance" />
    </span>
  );
}

/** Whether a correction also changes neighboring frames, and how many. */
export function SoftEditChip() {
  useSignals();
  const { editor } = useViewer();
  return (
    <span className={classes.chips}>
      <Chip command="soft.toggle" text="viewer.chipSoft" value={editor.softEditFrames.value} />
    </span>
  );
}

interface ChipProps {
  readonly command: ChipCommand;
  readonly text: ChipText;
  /** Shown after the label, unless it is 0. */
  readonly value?: number;
}

function Chip({ command, text, value = 0 }: ChipProps) {
  useSignals();
  const { editor } = useViewer();
  const { isOn = false } = useCommandState(command);
  return (
    <Tip label={<CommandTip name={t(commands[command].label)} keys={keyOf(command)} />} position="bottom">
      <button
        type="button"
        className={classes.chip}
        aria-pressed={isOn}
        aria-label={`${t(text)}${value > 0 ? ` ±${value}` : ""}: ${t(commands[command].label)}`}
        onClick={() => void runCommand(editor, command, undefined)}
      >
        <span className={classes.text}>{t(text)}</span>
        <span className={classes.icon}>
          <CommandIcon name={commands[command].icon} size={14} />
        </span>
        {value > 0 && <span className={classes.value}>±{value}</span>}
      </button>
    </Tip>
  );
}
