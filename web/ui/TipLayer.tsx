/** What is drawn of a tooltip. Escape takes it away, as the pointer's leaving does. */
import { Tooltip, type TooltipProps } from "@mantine/core";
import { useEffect } from "react";

export interface TipLayerProps extends Omit<TooltipProps, "children"> {
  readonly target: HTMLElement;
  readonly opened: boolean;
  onDismiss(): void;
}

export default function TipLayer({ onDismiss, ...tip }: TipLayerProps) {
  const { opened } = tip;
  useEffect(() => {
    if (!opened) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && onDismiss();
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [opened, onDismiss]);
  return <Tooltip {...tip} />;
}
