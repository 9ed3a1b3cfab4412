/**
 * A tooltip whose drawing is fetched when the pointer first rests on something: pages need not wait for it. Where it cannot be
 * fetched there is none; what has a tooltip has a name without it too.
 */
import type { TooltipProps } from "@mantine/core";
import { cloneElement, useEffect, useState } from "react";
import type { ComponentType, HTMLAttributes, PointerEvent, ReactElement } from "react";
import type { TipLayerProps } from "./TipLayer.tsx";
import { tipDelayMs } from "./tips.ts";

type TipProps = Omit<TooltipProps, "children" | "opened" | "target"> & {
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
};

export function Tip({ children, disabled = false, openDelay = tipDelayMs, ...look }: TipProps) {
  const [shown, setShown] = useState<{ readonly target: HTMLElement; readonly Layer: ComponentType<TipLayerProps> }>();
  const [isOpen, setOpen] = useState(false);
  const [rest] = useState(makeRest);
  useEffect(() => rest.end, [rest]);
  const { onPointerEnter, onPointerLeave } = children.props;

  function enter(event: PointerEvent<HTMLElement>): void {
    onPointerEnter?.(event);
    if (event.pointerType === "touch") return;
    const target = event.currentTarget;
    rest.begin(openDelay, ({ default: Layer }) => {
      setShown({ target, Layer });
      setOpen(true);
    });
  }

  function leave(event: PointerEvent<HTMLElement>): void {
    onPointerLeave?.(event);
    rest.end();
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

/** The pointer rests on something: after a while the layer is fetched, unless the pointer has gone meanwhile. */
function makeRest() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function begin(delayMs: number, show: (layer: { readonly default: ComponentType<TipLayerProps> }) => void): void {
    end();
    const mine = setTimeout(() => {
      import("./TipLayer.tsx").then(
        (layer) => timer === mine && show(layer),
        () => undefined,
      );
    }, delayMs);
    timer = mine;
  }
  return { begin, end };
}
