/**
 * A toolbar that loses nothing in a narrow window: slots without room leave by priority, and the menu at the end has what
 * they hold. The bar measures what is drawn in it; a slot that has left keeps its size out of sight, so that it comes back.
 */

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Tip } from "../../ui/Tip.tsx";
import { slotsWithoutRoom } from "./bar-room.ts";
import classes from "./OverflowBar.module.css";
import { Toolbar } from "./Toolbar.tsx";

const Gone = createContext<ReadonlySet<string>>(new Set());

interface OverflowBarProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** Name of the menu. */
  readonly menuLabel: string;
  /** Its entries; undefined: none are needed. */
  menu(gone: ReadonlySet<string>): ReactNode;
  readonly children: ReactNode;
}

export function OverflowBar({ label, className, menuLabel, menu, children }: OverflowBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const gone = useGoneSlots(bar);
  const entries = menu(gone);
  return (
    <div ref={bar} className={className}>
      <Toolbar className={classes.bar ?? ""} label={label}>
        <Gone value={gone}>{children}</Gone>
        {entries !== undefined && (
          <span className={classes.menu} data-menu>
            <Menu position="bottom-end" width={240}>
              <Menu.Target>
                <Tip label={menuLabel}>
                  <ActionIcon size={28} aria-label={menuLabel}>
                    <IconDots size={17} stroke={1.6} />
                  </ActionIcon>
                </Tip>
              </Menu.Target>
              <Menu.Dropdown>{entries}</Menu.Dropdown>
            </Menu>
          </span>
        )}
      </Toolbar>
    </div>
  );
}

interface SlotProps {
  readonly name: string;
  /** The lowest leave first. */
  readonly priority: number;
  /** Stays in the place of what has left; what has it needs no entry in the menu. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

export function Slot({ name, priority, instead, children }: SlotProps) {
  const isGone = useContext(Gone).has(name);
  return (
    <>
      <span
        className={classes.slot}
        data-slot={name}
        data-priority={priority}
        data-instead={instead === undefined ? 0 : insteadPx}
        data-gone={isGone || undefined}
      >
        {children}
      </span>
      {isGone && instead !== undefined && <span data-stays>{instead}</span>}
    </>
  );
}

/** CSS pixels of one button and its gap. */
const insteadPx = 30;
const gapPx = 2;

function useGoneSlots(frame: React.RefObject<HTMLDivElement | null>): ReadonlySet<string> {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  useLayoutEffect(() => {
    const bar = frame.current?.querySelector("[role=toolbar]");
    if (!(bar instanceof HTMLElement)) return undefined;
    const measure = () => {
      const next = measured(bar);
      setGone((before) => (before.size === next.size && [...next].every((name) => before.has(name)) ? before : next));
    };
    // In the same frame: nothing is ever seen cut off.
    const measureNow = () => flushSync(measure);
    const sizes = new ResizeObserver(measureNow);
    sizes.observe(bar);
    const contents = new MutationObserver(measureNow);
    contents.observe(bar, { childList: true, subtree: true, characterData: true });
    measure();
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, [frame]);
  return gone;
}

function marginsPx(part: HTMLElement): number {
  const { marginLeft, marginRight } = getComputedStyle(part);
  return (Number.parseFloat(marginLeft) || 0) + (Number.parseFloat(marginRight) || 0);
}

function measured(bar: HTMLElement): ReadonlySet<string> {
  const { paddingLeft, paddingRight } = getComputedStyle(bar);
  let roomPx = bar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const slots = [];
  for (const part of bar.children) {
    if (!(part instanceof HTMLElement) || part.dataset["menu"] !== undefined || part.dataset["stays"] !== undefined)
      continue;
    const { slot: name, priority, instead, least } = part.dataset;
    // What can shrink says how far.
    const widthPx = (least === undefined ? part.offsetWidth + marginsPx(part) : Number(least)) + gapPx;
    if (name === undefined) roomPx -= widthPx;
    else slots.push({ name, priority: Number(priority), widthPx, insteadPx: Number(instead) });
  }
  return slotsWithoutRoom(slots, roomPx, insteadPx);
}
