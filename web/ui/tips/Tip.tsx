/**
 * A tooltip whose code is loaded when the pointer first rests on something: pages need not wait for it, and a row with
 * ten buttons does not pay for ten tooltips that are never seen. If loading fails there is no tooltip; elements with
 * one have an accessible name anyway.
 */
import { cloneElement, useEffect, useState } from "react";
import type { HTMLAttributes, PointerEvent, ReactElement } from "react";
import { lazyPart } from "../page/lazy-part.tsx";
import type { TipLayerProps } from "./TipLayer.tsx";
import { tipDelayMs } from "./tips.ts";

const TipLayer = lazyPart<TipLayerProps>(async () => (await import("./TipLayer.tsx")).default);

type Look = Pick<TipLayerProps, "label" | "maw" | "multiline" | "position" | "style" | "w">;

/** Other props are passed to the child, so that it can be the target of a menu or a popover. */
interface TipProps extends Partial<Look>, Omit<HTMLAttributes<HTMLElement>, keyof Look | "children"> {
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
  readonly disabled?: boolean;
  /** Milliseconds. */
  readonly openDelay?: number;
  /** Shown at this element without hovering, while given. */
  readonly forcedOn?: HTMLElement | undefined;
}

export function Tip(props: TipProps) {
  const { children, disabled = false, openDelay = tipDelayMs, forcedOn, ...more } = props;
  const { label, maw, multiline, position, style, w, ...others } = more;
  /** The element it belongs to, once shown. */
  const [target, setTarget] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  const [rest] = useState(makeRest);
  useEffect(() => rest.end, [rest]);
  useEffect(() => {
    if (forcedOn === undefined) return undefined;
    rest.begin(0, () => setTarget(forcedOn));
    return rest.end;
  }, [rest, forcedOn]);
  const { onPointerDown, onPointerEnter, onPointerLeave } = children.props;

  function enter(event: PointerEvent<HTMLElement>): void {
    onPointerEnter?.(event);
    others.onPointerEnter?.(event);
    if (event.pointerType === "touch") return;
    const { currentTarget } = event;
    rest.begin(openDelay, () => {
      setTarget(currentTarget);
      setOpen(true);
    });
  }

  function leave(event: PointerEvent<HTMLElement>): void {
    onPointerLeave?.(event);
    others.onPointerLeave?.(event);
    rest.end();
    setOpen(false);
  }

  /** Hides the tooltip, so that it does not cover what the press opens. */
  function press(event: PointerEvent<HTMLElement>): void {
    onPointerDown?.(event);
    others.onPointerDown?.(event);
    rest.end();
    setOpen(false);
  }

  const listeners = { onPointerDown: press, onPointerEnter: enter, onPointerLeave: leave };
  return (
    <>
      {cloneElement(children, { ...others, ...children.props, ...listeners })}
      {target !== undefined && (
        <TipLayer
          {...{ label, maw, multiline, position, style, w, target }}
          opened={(isOpen && !disabled) || forcedOn !== undefined}
          onDismiss={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** When the pointer rests on something, loads the tooltip code after a delay, unless the pointer has left. */
function makeRest() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function begin(delayMs: number, show: () => void): void {
    end();
    const mine = setTimeout(() => {
      TipLayer.load().then(
        () => timer === mine && show(),
        () => undefined,
      );
    }, delayMs);
    timer = mine;
  }
  return { begin, end };
}
