/** How new objects start: the settings that decide what a drag creates. */

import type { Moded, Opened } from "./editing.ts";

export type NewObjectSetting = "detection" | "continuous" | "interpolate" | "advance";

const settingsOf = ({ workspace }: Opened) => workspace.settings.settings.value.trackSettings.newTrackSettings;

export function isNewObjectSetting(editor: Opened, setting: NewObjectSetting): boolean {
  const { mode, modeSettings } = settingsOf(editor);
  switch (setting) {
    case "detection":
      return mode === "Detection";
    case "continuous":
      return modeSettings.Detection.continuous;
    case "interpolate":
      return modeSettings.Track.interpolate;
    case "advance":
      return modeSettings[mode].autoAdvanceFrame;
  }
}

export function toggleNewObjectSetting(editor: Opened, setting: NewObjectSetting): void {
  const on = !isNewObjectSetting(editor, setting);
  const { mode } = settingsOf(editor);
  const change = {
    detection: { mode: on ? "Detection" : "Track" },
    continuous: { modeSettings: { Detection: { continuous: on } } },
    interpolate: { modeSettings: { Track: { interpolate: on } } },
    advance: { modeSettings: { [mode]: { autoAdvanceFrame: on } } },
  } as const;
  editor.workspace.settings.change({ trackSettings: { newTrackSettings: change[setting] } });
}

/** The kind of the next new object: as set, or a single detection of a series. */
export function kindOfNew(editor: Opened & Moded): "Track" | "Detection" {
  const mode = editor.mode.value;
  if (mode.kind === "creating" && mode.isSeries) return "Detection";
  return settingsOf(editor).mode;
}
