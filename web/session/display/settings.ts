/**
 * Client settings: how this person likes to work. Kept in the browser's local storage, not with the dataset. How new
 * annotations start is kept for each dataset of its own: what suits one need not suit the next.
 *
 * What is stored may come from an older or newer version of the application, so reading keeps only what has the right
 * type and takes the default for the rest.
 */

import { noteWrite } from "../../base/effect.ts";
import type { Visibility } from "../../base/visibility.ts";
import { signal, type ReadonlySignal } from "@preact/signals-core";

export interface ClientSettings {
  readonly trackSettings: {
    readonly newTrackSettings: {
      readonly mode: "Track" | "Detection";
      /** Type of the next new track. */
      readonly type: string;
      /** Chosen on purpose; otherwise it follows the type that was given last. */
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
    /** Dragging a selected object begins editing it and moves it; otherwise it pans. */
    readonly dragMovesSelection: boolean;
    /** Points of an outline along edges may be left out that are so near to what is left, image pixels. */
    readonly outlineTolerancePx: number;
    readonly lockedCamera: {
      readonly enabled: boolean;
      /** Milliseconds; `false`: jump. */
      readonly transition: number | false;
      /** Factor on the box that is shown; `false`: keep the zoom. */
      readonly multiBounds: number | false;
    };
    /** What is panned and zoomed on one camera, the others do too. */
    readonly syncCameras: boolean;
    /** Frames. */
    readonly trackTails: { readonly before: number; readonly after: number };
    /** What of the annotations is on the picture. */
    readonly visible: Visibility;
  };
  readonly timelineCountSettings: {
    readonly defaultView: "detections" | "tracks";
    readonly totalCount: boolean;
  };
  readonly attributeSettings: {
    readonly sortBy: "name" | "value";
    /** Lists also what the selection has no value of. */
    readonly showUnused: boolean;
    readonly shortcuts: readonly AttributeShortcut[];
  };
  readonly savingSettings: {
    /** Changes are saved by themselves, a few seconds after the last one. */
    readonly autosave: boolean;
    /** Others' saves are merged as soon as they are reported, unless both sides have changed the same. */
    readonly mergeAtOnce: boolean;
  };
  readonly layout: {
    readonly left: DockSettings;
    readonly right: DockSettings;
    readonly bottom: DockSettings;
    /** Share of the left dock's height that the type list takes. */
    readonly typeListShare: number;
    /** Rows of the track list are 28 instead of 70 CSS pixels high. */
    readonly compactRows: boolean;
    /** How the track list is sorted. */
    readonly trackOrder: "id" | "begin" | "type" | "confidence";
    /** Several cameras: side by side in equal sizes, or the active one large and the others small. */
    readonly cameras: "grid" | "large";
    /** Names of cameras in display order; others follow, in the order of their dataset. */
    readonly cameraOrder: readonly string[];
    /** The timeline's window grows when the shown frame leaves it. */
    readonly timelineFollows: boolean;
    /** Timelines are shown as tables. */
    readonly timelineTable: boolean;
  };
}

/** A key that gives the selection a value. */
export interface AttributeShortcut {
  /** As `keyReadings` writes it. */
  readonly key: string;
  /** Key of the definition. */
  readonly attribute: string;
  /** As the field has it; empty clears the value. */
  readonly value: string;
}

export interface DockSettings {
  /** Id of the panel that was shown last. */
  readonly panel: string;
  /** CSS pixels: the width at the sides, the height of the panel at the bottom. */
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
  savingSettings: { autosave: false, mergeAtOnce: false },
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

/** Nested object with every part optional: what a change of settings names. */
export type DeepPartial<T> = {
  readonly [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? DeepPartial<T[K]> : T[K];
};

export interface SettingsStore {
  readonly settings: ReadonlySignal<ClientSettings>;
  change(part: DeepPartial<ClientSettings>): void;
}

/** Where it is kept how new annotations of a dataset start. */
export const datasetSettingsKey = (datasetId: string): string => `${settingsStorageKey}.${datasetId}`;

/**
 * `storage` is local storage, or anything like it; without one, settings live as long as the page. Without `datasetId`
 * nothing is kept for a dataset of its own.
 */
export function createSettingsStore(
  storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  datasetId?: string,
): SettingsStore {
  const all = readStored(storage, settingsStorageKey, defaultSettings);
  const { newTrackSettings } = defaultSettings.trackSettings;
  const own =
    datasetId === undefined
      ? all.trackSettings.newTrackSettings
      : readStored(storage, datasetSettingsKey(datasetId), newTrackSettings);
  const settings = signal(withNewTrack(all, own));
  return {
    settings,
    change(part) {
      noteWrite("SettingsStore.change");
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
    // Not JSON, or storage is forbidden: start from the defaults rather than not at all.
    return defaults;
  }
}

/** `base` with the parts of `change` that have the type of the part they replace; unknown parts are dropped. */
function merge<T extends object>(base: T, change: unknown): T {
  if (typeof change !== "object" || change === null) return base;
  const entries = Object.entries(base).map(([key, old]: [string, unknown]) => {
    const next = (change as Record<string, unknown>)[key];
    // A list is replaced as a whole; who reads one checks its elements.
    if (Array.isArray(old)) return [key, Array.isArray(next) ? next : old];
    if (typeof old === "object" && old !== null) return [key, merge(old, next)];
    return [key, isCompatible(old, next) ? next : old];
  });
  return Object.fromEntries(entries) as T;
}

/** `false` stands for "off" where a number may be given, so those two may replace each other. */
function isCompatible(old: unknown, next: unknown): boolean {
  if (typeof next === "number") return Number.isFinite(next) && (typeof old === "number" || old === false);
  if (next === false) return typeof old === "boolean" || typeof old === "number";
  return typeof next === typeof old;
}
