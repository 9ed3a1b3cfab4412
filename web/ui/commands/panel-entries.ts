/** The panels of a page in the command palette: offered while the page is shown. */

import { signal } from "@preact/signals-core";
import type { Icon } from "@tabler/icons-react";
import { useEffect } from "react";

export interface PanelEntry {
  readonly id: string;
  readonly title: string;
  readonly icon: Icon;
  /** Additional search words. */
  readonly keywords: string;
  /** Shows the panel and focuses it. */
  open(): void;
}

const offers = signal<readonly (() => readonly PanelEntry[])[]>([]);

/** Offers panels while the calling component is mounted. `list` is called whenever the palette opens; memoise it. */
export function usePanelEntries(list: () => readonly PanelEntry[]): void {
  useEffect(() => {
    offers.value = [...offers.peek(), list];
    return () => {
      offers.value = offers.peek().filter((other) => other !== list);
    };
  }, [list]);
}

/** Reads a signal. */
export function offeredPanelEntries(): readonly PanelEntry[] {
  return offers.value.flatMap((list) => list());
}
