/** A small icon button for rows and headers, with its name as tooltip. For commands use `CommandButton`. */

import { ActionIcon } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { Tip } from "../../ui/tips/Tip.tsx";

interface ToolButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** CSS pixels. */
  readonly size?: number;
  readonly isOff?: boolean;
  /** Pressed: its toggle is on, or its action in progress. */
  readonly isOn?: boolean;
  onClick(event: MouseEvent<HTMLElement>): void;
}

export function ToolButton({ label, icon, size = 24, isOff = false, isOn = false, onClick }: ToolButtonProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={size}
        aria-label={label}
        disabled={isOff}
        {...(isOn && { variant: "light", color: "wake" })}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tip>
  );
}
