/**
 * View state of the attributes while a dataset is open: the filters per kind, and the definition in the dialog. Not
 * stored.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { PanelFilter } from "#core";
import type { AttributeDefinition } from "#schemas";
import type { AttributeOwner } from "../../../session/attributes/definition.ts";

/** The content of the "Attribute details" panel. */
type DetailsMode = "filtering" | "timeline";

export interface AttributeView {
  readonly mode: ReadonlySignal<DetailsMode>;
  /** The selected tab. */
  readonly tab: ReadonlySignal<AttributeOwner>;
  readonly filters: ReadonlySignal<Readonly<Record<AttributeOwner, readonly PanelFilter[]>>>;
  /**
   * The subject of the definition dialog: an existing definition, or a new one of a kind. It survives a change of the
   * selection.
   */
  readonly edited: ReadonlySignal<AttributeDefinition | AttributeOwner | undefined>;
  edit(what: AttributeDefinition | AttributeOwner | undefined): void;
  showMode(mode: DetailsMode): void;
  /** Selects the filters' tab, and shows them. */
  showTab(tab: AttributeOwner): void;
  setFilters(belongs: AttributeOwner, filters: readonly PanelFilter[]): void;
}

export function createAttributeView(): AttributeView {
  const mode = signal<DetailsMode>("filtering");
  const tab = signal<AttributeOwner>("track");
  const filters = signal<Readonly<Record<AttributeOwner, readonly PanelFilter[]>>>({ track: [], detection: [] });
  const edited = signal<AttributeDefinition | AttributeOwner | undefined>(undefined);
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
