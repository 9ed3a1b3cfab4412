/** A button of a command: its name and key in the tooltip, disabled with the reason when it cannot run. */

import { ActionIcon, Tooltip } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { t } from "../../base/texts/index.ts";
import { requireCommand, runCommand } from "../../editor/commands.ts";
import { refusalText } from "../../editor/refusal-text.ts";
import classes from "./CommandButton.module.css";
import { useViewer } from "../viewer-context.ts";

interface CommandButtonProps {
  readonly command: string;
  readonly icon: ReactNode;
  /** Says more than the command's own name, for example what a toggle will do. */
  readonly label?: string;
  /** For toggles. */
  readonly pressed?: boolean;
  readonly size?: number;
}

export function CommandButton({ command: id, icon, label, pressed, size = 28 }: CommandButtonProps) {
  useSignals();
  const { editor } = useViewer();
  const command = requireCommand(id);
  const refusal = command.refusal?.(editor);
  const name = label ?? t(command.label);
  return (
    <Tooltip
      label={
        <CommandTip
          name={name}
          keys={command.defaultKeys[0]}
          reason={refusal && refusalText(refusal, editor.selected)}
        />
      }
    >
      <ActionIcon
        size={size}
        className={classes.button ?? ""}
        aria-label={name}
        aria-disabled={refusal !== undefined}
        {...(pressed !== undefined && { "aria-pressed": pressed })}
        {...(pressed === true && { variant: "light", color: "wake" })}
        {...(refusal !== undefined && { "data-disabled": true })}
        onClick={() => void runCommand(editor, id)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

export function CommandTip({
  name,
  keys,
  reason,
}: {
  readonly name: string;
  readonly keys?: string | undefined;
  readonly reason?: string | undefined;
}) {
  return (
    <>
      {name}
      {keys !== undefined && <span style={{ opacity: 0.65, marginInlineStart: 8 }}>{keys.replaceAll("+", " ")}</span>}
      {reason !== undefined && <div style={{ opacity: 0.8 }}>{reason}</div>}
    </>
  );
}
