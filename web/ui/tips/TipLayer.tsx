/** The visible part of a tooltip. Escape and the pointer's leaving hide it. */
import { Tooltip, type TooltipProps } from "@mantine/core";
import { useEffect, useId } from "react";

type Look = {
  readonly [Name in "label" | "maw" | "multiline" | "position" | "style" | "w"]: TooltipProps[Name] | undefined;
};

/** `undefined` props have their defaults. */
export interface TipLayerProps extends Look {
  readonly target: HTMLElement;
  readonly opened: boolean;
  onDismiss(): void;
}

export default function TipLayer({ onDismiss, ...tip }: TipLayerProps) {
  const { opened, target } = tip;
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && onDismiss();
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [opened, onDismiss]);
  useEffect(() => {
    // An element with its own description is left alone.
    if (!opened || target.hasAttribute("aria-describedby")) return undefined;
    target.setAttribute("aria-describedby", id);
    return () => target.removeAttribute("aria-describedby");
  }, [opened, target, id]);
  return <Tooltip {...(tip as TooltipProps)} id={id} />;
}
