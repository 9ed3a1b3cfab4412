/** A dock: which panels it offers, which one it shows, and its size. The user's choice is kept in the settings. */

import { useMediaQuery } from "@mantine/hooks";
import { signal } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import type { SettingsStore } from "../../session/display/settings.ts";
import { panels } from "../panels.ts";
import { useViewer } from "../viewer-context.ts";
import { lowQuery, useMaxBottomPx } from "./bottom-room.ts";
import { offeredPanels, type DockId, type Panel } from "./panel.ts";

/** Below this width the left dock opens over the canvas as a drawer, CSS pixels. */
const drawerQuery = "(max-width: 899px)";
/** Of a low window. */
const isOpenInLow = signal(false);

/** A drawer is opened only briefly, so its state is not stored. */
const isDrawerOpen = signal(false);

/**
 * Opens or closes the drawer of a narrow window. Returns whether anything changed; always false in a wide window, which
 * has no drawer.
 */
export function setDrawerOpen(isOpen: boolean): boolean {
  if (isDrawerOpen.peek() === isOpen || !window.matchMedia(drawerQuery).matches) return false;
  isDrawerOpen.value = isOpen;
  return true;
}

/** Switches the left dock to its other panel, and opens the dock or its drawer. */
export function swapLeftPanels(settings: SettingsStore): void {
  const panel = settings.settings.peek().layout.left.panel === "tracks" ? "attributes" : "tracks";
  const isDrawer = window.matchMedia(drawerQuery).matches;
  setDrawerOpen(true);
  settings.change({ layout: { left: isDrawer ? { panel } : { panel, isOpen: true } } });
}

export interface Dock {
  readonly panels: readonly Panel[];
  /** Undefined when no panel is offered. */
  readonly panel: Panel | undefined;
  readonly isOpen: boolean;
  /** Shown over the canvas instead of next to it. */
  readonly isDrawer: boolean;
  readonly sizePx: number;
  /** Minimum size for the shown panel; 0: no minimum. */
  readonly minPx: number;
  setOpen(isOpen: boolean): void;
  /** Shows a panel and opens the dock. */
  show(id: string): void;
  /** Shows a panel, or closes it if it is shown. */
  toggle(id: string): void;
  resize(sizePx: number): void;
}

export function useDock(id: DockId): Dock {
  useSignals();
  const viewer = useViewer();
  const { settings } = viewer.workspace;
  const isNarrow = useMediaQuery(drawerQuery, undefined, { getInitialValueInEffect: false });
  const isDrawer = id === "left" && isNarrow;
  const isLow = useMediaQuery(lowQuery, undefined, { getInitialValueInEffect: false }) && id === "bottom";
  const maxPx = useMaxBottomPx();
  const stored = settings.settings.value.layout[id];
  const offered = offeredPanels(panels, id, viewer);
  const instead = panels.find((candidate) => candidate.id === stored.panel)?.instead;
  const panel =
    offered.find((candidate) => candidate.id === stored.panel) ??
    offered.find((candidate) => candidate.id === instead) ??
    offered[0];
  const minPx = panel?.minPx?.(viewer) ?? 0;
  const forTheMoment = isDrawer ? isDrawerOpen : isLow ? isOpenInLow : undefined;
  const isOpen = forTheMoment?.value ?? stored.isOpen;
  const wantedPx = Math.max(stored.sizePx, minPx);
  const change = (part: Partial<typeof stored>) => settings.change({ layout: { [id]: part } });
  const setOpen = (open: boolean) => {
    if (forTheMoment !== undefined) forTheMoment.value = open;
    else change({ isOpen: open });
  };
  const show = (panelId: string) => {
    change({ panel: panelId });
    setOpen(true);
  };
  return {
    panels: offered,
    panel,
    isOpen,
    isDrawer,
    sizePx: id === "bottom" ? Math.min(wantedPx, maxPx) : wantedPx,
    minPx,
    setOpen,
    show,
    toggle: (panelId) => (isOpen && panel?.id === panelId ? setOpen(false) : show(panelId)),
    resize: (sizePx) => change({ sizePx }),
  };
}
