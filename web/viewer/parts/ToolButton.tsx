/**
 * A small button of a row or of a header: a sign, whose name is its tooltip. Commands have `CommandButton`, which knows
 * more.
 */

import { ActionIcon } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { Tip } from "../../ui/Tip.tsx";

interface ToolButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** CSS pixels. */
  readonly size?: number;
  readonly isOff?: boolean;
  /** What it stands for is there, or being done. */
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
