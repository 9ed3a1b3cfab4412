import { expect, test } from "vitest";
import { createSettingsStore, defaultSettings, settingsStorageKey } from "./settings.ts";

function memoryStorage(initial: Record<string, string> = {}) {
  const entries = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

test("a change survives a reload and leaves the rest alone", () => {
  const storage = memoryStorage();
  createSettingsStore(storage).change({ trackSettings: { deletionSettings: { promptUser: false } } });
  const reloaded = createSettingsStore(storage).settings.value;
  expect(reloaded.trackSettings.deletionSettings.promptUser).toBe(false);
  expect(reloaded.trackSettings.newTrackSettings).toEqual(defaultSettings.trackSettings.newTrackSettings);
});

test("how new annotations start is kept by dataset, and reaches no other one", () => {
  const storage = memoryStorage();
  const first = createSettingsStore(storage, "a");
  first.change({
    trackSettings: {
      newTrackSettings: { mode: "Detection", type: "crab", modeSettings: { Detection: { continuous: true } } },
      deletionSettings: { promptUser: false },
    },
  });
  const { newTrackSettings: other, deletionSettings } = createSettingsStore(storage, "b").settings.value.trackSettings;
  expect(other).toEqual(defaultSettings.trackSettings.newTrackSettings);
  expect(deletionSettings.promptUser, "the rest is of the person").toBe(false);
  expect(createSettingsStore(storage, "a").settings.value).toEqual(first.settings.value);
});

test("stored nonsense falls back to the defaults, part by part", () => {
  const stored = JSON.stringify({
    trackSettings: { newTrackSettings: { type: 7, mode: "Detection" }, unknownPart: { a: 1 } },
    layout: null,
  });
  const { settings } = createSettingsStore(memoryStorage({ [settingsStorageKey]: stored }));
  expect(settings.value.trackSettings.newTrackSettings.type).toBe("unknown");
  expect(settings.value.trackSettings.newTrackSettings.mode).toBe("Detection");
  expect(settings.value.trackSettings).not.toHaveProperty("unknownPart");
  expect(settings.value.layout).toEqual(defaultSettings.layout);
  expect(createSettingsStore(memoryStorage({ [settingsStorageKey]: "{" })).settings.value).toEqual(defaultSettings);
});

test("[V-SETTINGS-09] annotatorPreferences hold lockedCamera (enabled, transition, multiBounds) and the track tails before and after", () => {
  const storage = memoryStorage();
  const { lockedCamera, trackTails } = createSettingsStore(storage).settings.value.annotatorPreferences;
  expect(lockedCamera).toEqual({ enabled: false, transition: false, multiBounds: false });
  expect(trackTails).toEqual({ before: 20, after: 10 });
  const changed = {
    lockedCamera: { enabled: true, transition: 350, multiBounds: 1.5 },
    trackTails: { before: 3, after: 0 },
  };
  createSettingsStore(storage).change({ annotatorPreferences: changed });
  expect(createSettingsStore(storage).settings.value.annotatorPreferences).toMatchObject(changed);
});

test("[V-SETTINGS-10] timelineCountSettings hold defaultView (detections or tracks) and totalCount", () => {
  const storage = memoryStorage();
  expect(createSettingsStore(storage).settings.value.timelineCountSettings).toEqual({
    defaultView: "detections",
    totalCount: true,
  });
  const changed = { defaultView: "tracks", totalCount: false } as const;
  createSettingsStore(storage).change({ timelineCountSettings: changed });
  expect(createSettingsStore(storage).settings.value.timelineCountSettings).toEqual(changed);
});

test("a number may be switched off and on again", () => {
  const store = createSettingsStore(undefined);
  store.change({ annotatorPreferences: { lockedCamera: { transition: 400 } } });
  expect(store.settings.value.annotatorPreferences.lockedCamera.transition).toBe(400);
  store.change({ annotatorPreferences: { lockedCamera: { transition: false } } });
  expect(store.settings.value.annotatorPreferences.lockedCamera.transition).toBe(false);
});
