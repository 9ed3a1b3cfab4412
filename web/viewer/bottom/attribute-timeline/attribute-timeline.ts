/** Which attributes the timeline shows, and whether it is offered. Not stored, like the panels' other filters. */

import { signal, type ReadonlySignal } from "@preact/signals-core";

/** While active, only the named attributes are shown. */
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

/** Initially off; shows all attributes once switched on. */
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

/** Shows or hides one attribute, out of `all`. */
export function withAttribute(
  settings: AttributeTimelineSettings,
  all: readonly string[],
  name: string,
  isShown: boolean,
): AttributeTimelineSettings {
  const appliedTo = all.filter((each) => (each === name ? isShown : isOnTimeline(settings, each)));
  return { ...settings, filter: { ...settings.filter, active: appliedTo.length < all.length, appliedTo } };
}
