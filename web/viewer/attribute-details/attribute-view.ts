/** What a person looks at of the attributes while a dataset is open: filters of the listed ones, by kind. Nothing of it is stored. */

import { signal, type Signal } from "@preact/signals-core";
import type { PanelFilter } from "#core";
import type { Belongs } from "../../session/attributes/definition.ts";

export interface AttributeView {
  /** The tab that is shown. */
  readonly tab: Signal<Belongs>;
  readonly filters: Signal<Readonly<Record<Belongs, readonly PanelFilter[]>>>;
}

export function createAttributeView(): AttributeView {
  return { tab: signal<Belongs>("track"), filters: signal({ track: [], detection: [] }) };
}
