/** What a person looks at of the attributes while a dataset is open: filters of the listed ones, by kind. Nothing of it is stored. */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { PanelFilter } from "#core";
import type { Belongs } from "../../session/attributes/definition.ts";

export interface AttributeView {
  /** The tab that is shown. */
  readonly tab: ReadonlySignal<Belongs>;
  readonly filters: ReadonlySignal<Readonly<Record<Belongs, readonly PanelFilter[]>>>;
  showTab(tab: Belongs): void;
  setFilters(belongs: Belongs, filters: readonly PanelFilter[]): void;
}

export function createAttributeView(): AttributeView {
  const tab = signal<Belongs>("track");
  const filters = signal<Readonly<Record<Belongs, readonly PanelFilter[]>>>({ track: [], detection: [] });
  return {
    tab,
    filters,
    showTab: (next) => void (tab.value = next),
    setFilters: (belongs, next) => void (filters.value = { ...filters.peek(), [belongs]: next }),
  };
}
