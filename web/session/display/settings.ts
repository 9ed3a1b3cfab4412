/**
 * Client settings: how this user likes to work. Stored in the browser's local storage, not with the dataset. How new
 * annotations start is stored per dataset, since datasets differ.
 *
 * Stored values may come from an older or newer version of the application, so reading keeps only values of the right
 * type and uses defaults for the rest.
 */

import { guardWrite } from "../../base/effect.ts";
import type { Visibility } from "../../base/visibility.ts";
import { signal, type ReadonlySignal } from "@preact/signals-core";

export interface ClientSettings {
  readonly trackSettings: {
    readonly newTrackSettings: {
      readonly mode: "Track" | "Detection";
      /** Type of the next new track. */
      readonly type: string;
      /** The user chose it; otherwise it follows the last assigned type. */
      readonly isTypePinned: boolean;
      readonly modeSettings: {
        readonly Track: { readonly autoAdvanceFrame: boolean; readonly interpolate: boolean };
        readonly Detection: { readonly continuous: boolean; readonly autoAdvanceFrame: boolean };
      };
    };
    readonly deletionSettings: { readonly promptUser: boolean };
    readonly trackListSettings: { readonly filterDetectionsByFrame: boolean };
  };
  readonly typeSettings: {
    readonly showEmptyTypes: boolean;
    readonly lockTypes: boolean;
    readonly preventCascadeTypes: boolean;
    readonly filterTypesByFrame: boolean;
    readonly maxCountButton: boolean;
    readonly trackSortDir: "a-z" | "count" | "frame count";
  };
  readonly annotatorPreferences: {
    /** Dragging a selected object starts editing it and moves it; otherwise it pans. */
    readonly dragMovesSelection: boolean;
    /** Points of an outline along edges are left out if they are this close to the simplified line. Image pixels. */
    readonly outlineTolerancePx: number;
    /** Id of the model of the Segment tool; empty: by color. */
    readonly segmenterModel: string;
    readonly lockedCamera: {
      readonly enabled: boolean;
      /** Milliseconds; `false`: jump. */
      readonly transition: number | false;
      /** Factor applied to the shown box; `false`: keep the zoom. */
      readonly multiBounds: number | false;
    };
    /** Panning and zooming one camera does the same on the others. */
    readonly syncCameras: boolean;
    /** Frames. */
    readonly trackTails: { readonly before: number; readonly after: number };
    /** Which parts of annotations are drawn on the picture. */
    readonly visible: Visibility;
  };
  readonly timelineCountSettings: {
    readonly defaultView: "detections" | "tracks";
    readonly totalCount: boolean;
  };
  readonly attributeSettings: {
    readonly sortBy: "name" | "value";
    /** Also list attributes that the selection has no value for. */
    readonly showUnused: boolean;
    readonly shortcuts: readonly AttributeShortcut[];
  };
  readonly savingSettings: {
    /** Save automatically, a few seconds after the last change. */
    readonly autosave: boolean;
    /** Merge others' saves as soon as they are reported, unless both sides have changed the same thing. */
    readonly mergeAtOnce: boolean;
    /** Each change is sent within a second, and changes of others are shown immediately. */
    readonly asYouGo: boolean;
  };
  readonly layout: {
    readonly left: DockSettings;
    readonly right: DockSettings;
    readonly bottom: DockSettings;
    /** Share of the left dock's height for the type list. */
    readonly typeListShare: number;
    /** Track rows are 28 instead of 70 CSS pixels high. */
    readonly compactRows: boolean;
    /** Sort order of the track list. */
    readonly trackOrder: "id" | "begin" | "type" | "confidence";
    /** Several cameras: equal sizes next to each other, or the active one large and the others small. */
    readonly cameras: "grid" | "large";
    /** Camera names in display order; others follow, in the order of their dataset. */
    readonly cameraOrder: readonly string[];
    /** The timeline extends its window when the shown frame leaves it. */
    readonly timelineFollows: boolean;
    /** Show timelines as tables. */
    readonly timelineTable: boolean;
  };
}

/** A key that sets a value on the selection. */
export interface AttributeShortcut {
  /** In the form that `keyReadings` writes. */
  readonly key: string;
  /** Key of the definition. */
  readonly attribute: string;
  /** In the form of the field; empty clears the value. */
  readonly value: string;
}

export interface DockSettings {
  /** Id of the panel shown last. */
  readonly panel: string;
  /** CSS pixels: the width at the sides, the height at the bottom. */
  readonly sizePx: number;
  readonly isOpen: boolean;
}

/** The type of a new track until one is assigned. */
export const unknownType = "unknown";

export const defaultSettings: ClientSettings = {
  trackSettings: {
    newTrackSettings: {
      mode: "Track",
      type: unknownType,
      isTypePinned: false,
      modeSettings: {
        Track: { autoAdvanceFrame: false, interpolate: true },
        Detection: { continuous: false, autoAdvanceFrame: false },
      },
    },
    deletionSettings: { promptUser: true },
    trackListSettings: { filterDetectionsByFrame: false },
  },
  typeSettings: {
    showEmptyTypes: false,
    lockTypes: false,
    preventCascadeTypes: false,
    filterTypesByFrame: false,
    maxCountButton: false,
    trackSortDir: "a-z",
  },
  annotatorPreferences: {
    dragMovesSelection: true,
    outlineTolerancePx: 1,
    segmenterModel: "",
    lockedCamera: { enabled: false, transition: false, multiBounds: false },
    syncCameras: false,
    trackTails: { before: 20, after: 10 },
    visible: {
      rectangle: true,
      polygon: true,
      lineString: true,
      text: true,
      tooltip: true,
      trackTails: false,
      ghosts: true,
    },
  },
  timelineCountSettings: { defaultView: "detections", totalCount: true },
  attributeSettings: { sortBy: "name", showUnused: true, shortcuts: [] },
  savingSettings: { autosave: false, mergeAtOnce: false, asYouGo: false },
  layout: {
    left: { panel: "tracks", sizePx: 300, isOpen: true },
    right: { panel: "threshold-controls", sizePx: 280, isOpen: false },
    bottom: { panel: "detections", sizePx: 96, isOpen: true },
    typeListShare: 0.45,
    compactRows: false,
    trackOrder: "id",
    cameras: "grid",
    cameraOrder: [],
    timelineFollows: true,
    timelineTable: false,
  },
};

export const settingsStorageKey = "wakeline.settings";

/** A nested object with every part optional, as changes of settings use. */
export type DeepPartial<T> = {
  readonly [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? DeepPartial<T[K]> : T[K];
};

export interface SettingsStore {
  readonly settings: ReadonlySignal<ClientSettings>;
  change(part: DeepPartial<ClientSettings>): void;
}

/** Storage key of the settings for new annotations in a dataset. */
export const datasetSettingsKey = (datasetId: string): string => `${settingsStorageKey}.${datasetId}`;

/**
 * `storage` is local storage, or anything like it; without one, settings live as long as the page. Without `datasetId`,
 * no settings are kept per dataset.
 */
export function createSettingsStore(
  storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  datasetId?: string,
): SettingsStore {
  const all = readStored(storage, settingsStorageKey, defaultSettings);
  const { newTrackSettings } = defaultSettings.trackSettings;
  const newTrack =
    datasetId === undefined
      ? all.trackSettings.newTrackSettings
      : readStored(storage, datasetSettingsKey(datasetId), newTrackSettings);
  const settings = signal(withNewTrack(all, newTrack));
  return {
    settings,
    change(part) {
      guardWrite("SettingsStore.change");
      const { trackSettings } = settings.peek();
      settings.value = merge(settings.value, part);
      const next = settings.peek();
      try {
        if (datasetId !== undefined && next.trackSettings.newTrackSettings !== trackSettings.newTrackSettings) {
          storage?.setItem(datasetSettingsKey(datasetId), JSON.stringify(next.trackSettings.newTrackSettings));
        }
        storage?.setItem(settingsStorageKey, JSON.stringify(next));
      } catch {
        // Storage is full or forbidden: the setting still holds for this page, which is all that can be done.
      }
    },
  };
}

function withNewTrack(
  settings: ClientSettings,
  newTrackSettings: ClientSettings["trackSettings"]["newTrackSettings"],
): ClientSettings {
  return {
    ...settings,
    trackSettings: { ...settings.trackSettings, newTrackSettings },
  };
}

function readStored<T extends object>(storage: Pick<Storage, "getItem"> | undefined, key: string, defaults: T): T {
  try {
    const text = storage?.getItem(key);
    return text == null ? defaults : merge(defaults, JSON.parse(text));
  } catch {
    // Not JSON, or storage is forbidden: start with the defaults.
    return defaults;
  }
}

/** `base` with the parts of `change` that have the type of the part they replace; unknown parts are dropped. */
function merge<T extends object>(base: T, change: unknown): T {
  if (typeof change !== "object" || change === null) return base;
  const entries = Object.entries(base).map(([key, old]: [string, unknown]) => {
    const next = (change as Record<string, unknown>)[key];
    // Lists are replaced as a whole; their readers validate the elements.
    if (Array.isArray(old)) return [key, Array.isArray(next) ? next : old];
    if (typeof old === "object" && old !== null) return [key, merge(old, next)];
    return [key, isCompatible(old, next) ? next : old];
  });
  return Object.fromEntries(entries) as T;
}

/** `false` means "off" where a number is allowed, so these two may replace each other. */
function isCompatible(old: unknown, next: unknown): boolean {
  if (typeof next === "number") return Number.isFinite(next) && (typeof old === "number" || old === false);
  if (next === false) return typeof old === "boolean" || typeof old === "number";
  return typeof next === typeof old;
}
