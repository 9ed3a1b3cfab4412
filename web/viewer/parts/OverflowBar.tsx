/**
 * A toolbar that keeps everything reachable in a narrow window: slots that do not fit leave by priority, and the menu
 * at the end offers what they contained. Sizes are measured in the DOM; a slot that has left stays rendered invisibly,
 * so that its size is known when there is room again.
 */

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { isCoarsePointer } from "../../ui/theme/coarse-pointer.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import { slotsWithoutRoom } from "./bar-room.ts";
import classes from "./OverflowBar.module.css";
import { keepFocus } from "./keep-focus.ts";
import { Toolbar } from "./Toolbar.tsx";

const Gone = createContext<ReadonlySet<string>>(new Set());

interface OverflowBarProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** "group" where fields and sliders need the arrow keys; each control is then a tab stop of its own. */
  readonly role?: "toolbar" | "group";
  /** Accessible name of the menu. */
  readonly menuLabel: string;
  /** The menu has its own entries, so it is shown even when every slot fits. */
  readonly hasExtraEntries?: boolean;
  /** Menu entries for the slots that have left; undefined if none are needed. */
  menu(gone: ReadonlySet<string>): ReactNode;
  readonly children: ReactNode;
}

export function OverflowBar(props: OverflowBarProps) {
  const { label, className, role = "toolbar", menuLabel, hasExtraEntries = false, menu, children } = props;
  const bar = useRef<HTMLDivElement>(null);
  const gone = useHiddenSlots(bar);
  const entries = menu(gone);
  return (
    <div ref={bar} className={className}>
      <Frame role={role} label={label}>
        <Gone value={gone}>{children}</Gone>
        {entries !== undefined && (
          <span className={classes.menu} data-menu={hasExtraEntries ? "always" : "needed"}>
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
      </Frame>
    </div>
  );
}

interface FrameProps {
  readonly role: "toolbar" | "group";
  readonly label: string;
  readonly children: ReactNode;
}

function Frame({ role, label, children }: FrameProps) {
  if (role === "toolbar")
    return (
      <Toolbar className={classes.bar ?? ""} label={label}>
        {children}
      </Toolbar>
    );
  return (
    <div className={classes.bar} role="group" aria-label={label} onMouseDown={keepFocus}>
      {children}
    </div>
  );
}

interface SlotProps {
  readonly name: string;
  /** The lowest leave first. */
  readonly priority: number;
  /** Replaces a slot that has left; such a slot needs no menu entry. */
  readonly instead?: ReactNode;
  /** Width of the replacement, CSS pixels. */
  readonly insteadPx?: number;
  readonly children: ReactNode;
}

export function Slot({ name, priority, instead, insteadPx = buttonPx(), children }: SlotProps) {
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

/** Width of one button and its gap, CSS pixels. */
const buttonPx = (): number => (isCoarsePointer() ? 46 : 30);
const gapPx = 2;

function useHiddenSlots(frame: React.RefObject<HTMLDivElement | null>): ReadonlySet<string> {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  useLayoutEffect(() => {
    const bar = frame.current?.firstElementChild;
    if (!(bar instanceof HTMLElement)) return undefined;
    const measure = () => {
      const next = measured(bar);
      setGone((before) => (before.size === next.size && [...next].every((name) => before.has(name)) ? before : next));
    };
    // In the same frame, so that nothing is ever visibly cut off.
    const measureNow = () => flushSync(measure);
    // Observes sizes rather than text: a running time keeps its width, and a font may load late.
    const sizes = new ResizeObserver(measureNow);
    const parts = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const part of removedNodes) if (part instanceof Element) sizes.unobserve(part);
        for (const part of addedNodes) if (part instanceof Element) sizes.observe(part);
      }
      measureNow();
    });
    for (const part of [bar, ...bar.children]) sizes.observe(part);
    parts.observe(bar, { childList: true });
    measure();
    return () => {
      sizes.disconnect();
      parts.disconnect();
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
  const hasMenu = bar.querySelector("[data-menu=always]") !== null;
  if (hasMenu) roomPx -= buttonPx();
  for (const part of bar.children) {
    if (!(part instanceof HTMLElement) || part.dataset["menu"] !== undefined || part.dataset["stays"] !== undefined)
      continue;
    const { slot: name, priority, instead, min } = part.dataset;
    // Shrinkable parts declare their minimum width.
    const widthPx = (min === undefined ? part.offsetWidth + marginsPx(part) : Number(min)) + gapPx;
    if (name === undefined) roomPx -= widthPx;
    else slots.push({ name, priority: Number(priority), widthPx, insteadPx: Number(instead) });
  }
  return slotsWithoutRoom(slots, roomPx, hasMenu ? 0 : buttonPx());
}
