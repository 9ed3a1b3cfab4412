/** A panel as data: what a dock needs to know to offer and show it. */

import type { Icon } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { OpenViewer } from "../viewer-context.ts";

export type DockId = "left" | "right" | "bottom";

/** What people come to a panel for, in the order of the rail. */
export const panelGroups = ["see", "check", "history", "data"] as const;
export type PanelGroup = (typeof panelGroups)[number];

export interface Panel {
  /** Unique; stored in a person's settings. */
  readonly id: string;
  /** Looked up when it is drawn. */
  readonly title: () => string;
  readonly icon: Icon;
  readonly dock: DockId;
  /** Of the right dock: the one that its rail lists it under; the first, by default. */
  readonly group?: PanelGroup;
  /** Place among the panels of its dock and group, ascending. */
  readonly order: number;
  /** Whether it is offered now; always, by default. May read signals. */
  when?(viewer: OpenViewer): boolean;
  /** Id of the panel that is shown in its place while it is not offered; the first one, by default. */
  readonly instead?: string;
  readonly component: ComponentType;
  /** A number on its icon; draws nothing where there is nothing to count. */
  readonly badge?: ComponentType;
  /** Height, or width, in CSS pixels that the dock does not go below while it shows the panel. */
  leastPx?(viewer: OpenViewer): number;
  /** What the panel adds to the bar of a dock that has one. */
  readonly tools?: ComponentType;
}

/** The panels that a dock offers now, in their order. */
export function offeredPanels<P extends Panel>(all: readonly P[], dock: DockId, viewer: OpenViewer): readonly P[] {
  return all
    .filter((panel) => panel.dock === dock && (panel.when?.(viewer) ?? true))
    .toSorted((a, b) => rank(a) - rank(b) || a.order - b.order);
}

const rank = ({ group = panelGroups[0] }: Panel): number => panelGroups.indexOf(group);
