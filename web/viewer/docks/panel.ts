/** A panel as data: what a dock needs to offer and show it. */

import type { Icon } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { OpenViewer } from "../viewer-context.ts";

export type DockId = "left" | "right" | "bottom";

/** Groups of panels by purpose, in the order of the rail. */
export const panelGroups = ["see", "check", "history", "data"] as const;
export type PanelGroup = (typeof panelGroups)[number];

export interface Panel {
  /** Unique; stored in the user's settings. */
  readonly id: string;
  /** Translated on each render. */
  readonly title: () => string;
  /** Right dock only: the word below its icon, part of the title; defaults to the title. */
  readonly short?: () => string;
  readonly icon: Icon;
  readonly dock: DockId;
  /** Right dock only: the group in the rail; defaults to the first. */
  readonly group?: PanelGroup;
  /** Sort order within its dock and group, ascending. */
  readonly order: number;
  /** Whether the panel is offered now; defaults to always. May read signals. */
  when?(viewer: OpenViewer): boolean;
  /** Id of the panel shown instead while this one is not offered; defaults to the first. */
  readonly instead?: string;
  readonly component: ComponentType;
  /** A number on its icon; renders nothing when there is nothing to count. */
  readonly badge?: ComponentType;
  /** Minimum height or width of the dock in CSS pixels while it shows the panel. */
  minPx?(viewer: OpenViewer): number;
  /** The panel's buttons in the dock's bar, if the dock has one. */
  readonly tools?: ComponentType;
}

/** The panels that a dock offers now, in order. */
export function offeredPanels<P extends Panel>(all: readonly P[], dock: DockId, viewer: OpenViewer): readonly P[] {
  return all
    .filter((panel) => panel.dock === dock && (panel.when?.(viewer) ?? true))
    .toSorted((a, b) => rank(a) - rank(b) || a.order - b.order);
}

const rank = ({ group = panelGroups[0] }: Panel): number => panelGroups.indexOf(group);
