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

test("a number may be switched off and on again", () => {
  const store = createSettingsStore(undefined);
  store.change({ annotatorPreferences: { lockedCamera: { transition: 400 } } });
  expect(store.settings.value.annotatorPreferences.lockedCamera.transition).toBe(400);
  store.change({ annotatorPreferences: { lockedCamera: { transition: false } } });
  expect(store.settings.value.annotatorPreferences.lockedCamera.transition).toBe(false);
});
