/** A button for a command: name and key in the tooltip, disabled with the reason when the command cannot run. */

import { ActionIcon, type FloatingPosition } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "../../base/texts/index.ts";
import { keyOf } from "../../commands/keymap.ts";
import { commands, runCommand, type ArgsOf, type CommandIdOf } from "../../commands/registry.ts";
import type { TrackArgs } from "../../commands/viewer-rules.ts";
import { forcedTipMs } from "../../ui/tips/tips.ts";
import { CommandIcon } from "../../ui/commands/icons.tsx";
import { refusalText } from "../../commands/refusal-text.ts";
import { alertTitles } from "./alert-titles.ts";
import captions from "./caption.module.css";
import classes from "./CommandButton.module.css";
import { nameForSeveral } from "./name-for-several.ts";
import { useCommandState } from "./use-command-state.ts";
import { useViewer } from "../viewer-context.ts";
import { Tip } from "../../ui/tips/Tip.tsx";

interface CommandButtonProps<Id extends CommandIdOf<"viewer">> {
  readonly command: Id;
  /** The command's arguments. */
  readonly args?: ArgsOf<Id>;
  /** Replaces the command's own icon. */
  readonly icon?: ReactNode;
  /** Replaces the command's name, for example with what a toggle will do. */
  readonly label?: string;
  /** A word of its name, shown below the icon where the bar has room. */
  readonly caption?: string;
  readonly size?: number;
  /** Side on which the tooltip appears. */
  readonly tipPosition?: FloatingPosition;
}

export function CommandButton<Id extends CommandIdOf<"viewer">>({
  command: id,
  args,
  icon,
  label,
  caption,
  size = 28,
  tipPosition = "bottom",
}: CommandButtonProps<Id>) {
  useSignals();
  const { editor, workspace } = useViewer();
  const command = commands[id];
  const { refusal, isOn: pressed } = useCommandState(id, args);
  const several = args === undefined ? nameForSeveral(id, workspace) : undefined;
  const name = label ?? several ?? t(command.label);
  // Pressing a disabled button shows the reason next to it immediately, since touch has no hover.
  const [refused, setRefused] = useState<HTMLElement>();
  useEffect(() => {
    if (refused === undefined) return undefined;
    const timer = setTimeout(() => setRefused(undefined), forcedTipMs);
    return () => clearTimeout(timer);
  }, [refused]);
  return (
    <Tip
      position={tipPosition}
      forcedOn={refused}
      label={
        <CommandTip
          name={name}
          keys={keyOf(id)}
          reason={refusal && refusalText(refusal, (args as TrackArgs | undefined)?.track ?? editor.selected)}
          isAnswer={refused !== undefined}
        />
      }
    >
      <ActionIcon
        size={size}
        className={`${classes.button} ${caption === undefined ? "" : captions.button}`}
        aria-label={name}
        data-runs={id}
        aria-disabled={refusal !== undefined}
        {...(pressed !== undefined && { "aria-pressed": pressed })}
        {...(pressed === true && { variant: "light", color: "wake" })}
        {...(refusal !== undefined && { "data-disabled": true })}
        onClick={({ currentTarget }) => {
          const isExplained = refusal !== undefined && !(refusal in alertTitles) && !editor.pictures.isWaiting;
          setRefused(isExplained ? currentTarget : undefined);
          // Otherwise the refused command reports it: in a notification, as its key does, or in a dialog.
          if (!isExplained) void runCommand(editor, id, args);
        }}
      >
        {icon ?? <CommandIcon name={command.icon} size={17} />}
        {caption !== undefined && <span className={captions.text}>{caption}</span>}
      </ActionIcon>
    </Tip>
  );
}

export function CommandTip({
  name,
  keys,
  reason,
  isAnswer = false,
}: {
  readonly name: string;
  readonly keys?: string | undefined;
  readonly reason?: string | undefined;
  /** The reason is shown in response to a press, so screen readers announce it. */
  readonly isAnswer?: boolean;
}) {
  return (
    <>
      {name}
      {keys !== undefined && (
        <kbd style={{ font: "inherit", opacity: 0.65, marginInlineStart: 8 }}>{keys.replaceAll("+", " ")}</kbd>
      )}
      {reason !== undefined && (
        <div role={isAnswer ? "alert" : undefined} style={{ opacity: 0.8 }}>
          {reason}
        </div>
      )}
    </>
  );
}
