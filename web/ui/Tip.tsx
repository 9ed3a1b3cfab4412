/**
 * A tooltip whose drawing is fetched when the pointer first rests on something: pages need not wait for it. Where it cannot be
 * fetched there is none; what has a tooltip has a name without it too.
 */
import type { TooltipProps } from "@mantine/core";
import { cloneElement, useEffect, useRef, useState } from "react";
import type { ComponentType, HTMLAttributes, PointerEvent, ReactElement } from "react";
import type { TipLayerProps } from "./TipLayer.tsx";
import { tipDelayMs } from "./tips.ts";

type TipProps = Omit<TooltipProps, "children" | "opened" | "target"> & {
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
};

export function Tip({ children, disabled = false, openDelay = tipDelayMs, ...look }: TipProps) {
  const [shown, setShown] = useState<{ readonly target: HTMLElement; readonly Layer: ComponentType<TipLayerProps> }>();
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { onPointerEnter, onPointerLeave } = children.props;

  async function show(target: HTMLElement): Promise<void> {
    const waits = timer.current;
    const { default: Layer } = await import("./TipLayer.tsx");
    // The pointer may have gone while it was fetched.
    if (timer.current !== waits) return;
    setShown({ target, Layer });
    setOpen(true);
  }

  function enter(event: PointerEvent<HTMLElement>): void {
    onPointerEnter?.(event);
    if (event.pointerType === "touch") return;
    const target = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void show(target).catch(() => undefined), openDelay);
  }

  function leave(event: PointerEvent<HTMLElement>): void {
    onPointerLeave?.(event);
    clearTimeout(timer.current);
    timer.current = undefined;
    setOpen(false);
  }

  return (
    <>
      {cloneElement(children, { onPointerEnter: enter, onPointerLeave: leave })}
      {shown !== undefined && (
        <shown.Layer {...look} target={shown.target} opened={isOpen && !disabled} onDismiss={() => setOpen(false)} />
      )}
    </>
  );
}
