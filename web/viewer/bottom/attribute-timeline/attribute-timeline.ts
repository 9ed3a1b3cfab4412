/**
 * Which attributes the timeline shows, and whether it is offered. Forgotten with the page, as other filters of the
 * panels are.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";

/** Names of attributes; those that are not named are left out while it is active. */
export interface AttributeKeyFilter {
  readonly type: "key";
  readonly value: true;
  readonly active: boolean;
  readonly appliedTo: readonly string[];
}

export interface AttributeTimelineSettings {
  readonly enabled: boolean;
  readonly filter: AttributeKeyFilter;
}

export interface AttributeTimeline {
  readonly settings: ReadonlySignal<AttributeTimelineSettings>;
  change(settings: AttributeTimelineSettings): void;
}

/** Off, and with all attributes once it is on. */
export function createAttributeTimeline(): AttributeTimeline {
  const settings = signal<AttributeTimelineSettings>({
    enabled: false,
    filter: { type: "key", value: true, active: false, appliedTo: [] },
  });
  return { settings, change: (next) => void (settings.value = next) };
}

export function isOnTimeline({ filter }: AttributeTimelineSettings, name: string): boolean {
  return !filter.active || filter.appliedTo.includes(name);
}

/** With an attribute shown or not, out of all there are. */
export function withAttribute(
  settings: AttributeTimelineSettings,
  all: readonly string[],
  name: string,
  isShown: boolean,
): AttributeTimelineSettings {
  const appliedTo = all.filter((each) => (each === name ? isShown : isOnTimeline(settings, each)));
  return { ...settings, filter: { ...settings.filter, active: appliedTo.length < all.length, appliedTo } };
}
