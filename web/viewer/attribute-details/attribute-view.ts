/** What a person looks at of the attributes while a dataset is open: filters of the listed ones, by kind. Nothing of it is stored. */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { PanelFilter } from "#core";
import type { Belongs } from "../../session/attributes/definition.ts";

/** What the panel "Attribute Details" is about. */
type DetailsMode = "filtering" | "timeline";

export interface AttributeView {
  readonly mode: ReadonlySignal<DetailsMode>;
  /** The tab that is shown. */
  readonly tab: ReadonlySignal<Belongs>;
  readonly filters: ReadonlySignal<Readonly<Record<Belongs, readonly PanelFilter[]>>>;
  showMode(mode: DetailsMode): void;
  /** Of the filters, which come into view. */
  showTab(tab: Belongs): void;
  setFilters(belongs: Belongs, filters: readonly PanelFilter[]): void;
}

export function createAttributeView(): AttributeView {
  const mode = signal<DetailsMode>("filtering");
  const tab = signal<Belongs>("track");
  const filters = signal<Readonly<Record<Belongs, readonly PanelFilter[]>>>({ track: [], detection: [] });
  return {
    mode,
    tab,
    filters,
    showMode: (next) => void (mode.value = next),
    showTab(next) {
      tab.value = next;
      mode.value = "filtering";
    },
    setFilters: (belongs, next) => void (filters.value = { ...filters.peek(), [belongs]: next }),
  };
}
