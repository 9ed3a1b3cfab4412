/**
 * View state of the attributes while a dataset is open: the filters per kind, and the definition in the dialog. Not
 * stored.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { PanelFilter } from "#core";
import type { AttributeDefinition } from "#schemas";
import type { Belongs } from "../../../session/attributes/definition.ts";

/** The content of the "Attribute Details" panel. */
type DetailsMode = "filtering" | "timeline";

export interface AttributeView {
  readonly mode: ReadonlySignal<DetailsMode>;
  /** The selected tab. */
  readonly tab: ReadonlySignal<Belongs>;
  readonly filters: ReadonlySignal<Readonly<Record<Belongs, readonly PanelFilter[]>>>;
  /**
   * The subject of the definition dialog: an existing definition, or a new one of a kind. It survives a change of the
   * selection.
   */
  readonly edited: ReadonlySignal<AttributeDefinition | Belongs | undefined>;
  edit(what: AttributeDefinition | Belongs | undefined): void;
  showMode(mode: DetailsMode): void;
  /** Selects the filters' tab, and shows them. */
  showTab(tab: Belongs): void;
  setFilters(belongs: Belongs, filters: readonly PanelFilter[]): void;
}

export function createAttributeView(): AttributeView {
  const mode = signal<DetailsMode>("filtering");
  const tab = signal<Belongs>("track");
  const filters = signal<Readonly<Record<Belongs, readonly PanelFilter[]>>>({ track: [], detection: [] });
  const edited = signal<AttributeDefinition | Belongs | undefined>(undefined);
  return {
    mode,
    tab,
    filters,
    edited,
    edit: (what) => void (edited.value = what),
    showMode: (next) => void (mode.value = next),
    showTab(next) {
      tab.value = next;
      mode.value = "filtering";
    },
    setFilters: (belongs, next) => void (filters.value = { ...filters.peek(), [belongs]: next }),
  };
}
