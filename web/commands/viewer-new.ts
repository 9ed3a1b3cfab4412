/** How new objects start: what a drag means, in sight and by a key of one's own. */

import type { DeepPartial, ClientSettings } from "../session/settings.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";
import type { Editor } from "../editor/editor.ts";

type NewTrackSettings = ClientSettings["trackSettings"]["newTrackSettings"];

function chip(
  label: CommandLabel,
  icon: IconName,
  isOn: (settings: NewTrackSettings) => boolean,
  turned: (settings: NewTrackSettings) => DeepPartial<NewTrackSettings>,
) {
  const read = ({ workspace }: Editor) => workspace.settings.settings.value.trackSettings.newTrackSettings;
  return viewerCommand({
    label,
    group: "editingMode",
    icon,
    checked: (editor) => isOn(read(editor)),
    run(editor) {
      editor.workspace.settings.change({
        trackSettings: { newTrackSettings: turned(read(editor)) },
      });
    },
  });
}

export const viewerNewCommands = {
  "new.detection": chip(
    "commands.newDetection",
    "frame",
    ({ mode }) => mode === "Detection",
    ({ mode }) => ({ mode: mode === "Detection" ? "Track" : "Detection" }),
  ),
  "new.advance": chip(
    "commands.newAdvance",
    "next",
    ({ mode, modeSettings }) => modeSettings[mode].autoAdvanceFrame,
    ({ mode, modeSettings }) => ({
      modeSettings: {
        [mode]: { autoAdvanceFrame: !modeSettings[mode].autoAdvanceFrame },
      },
    }),
  ),
  "new.interpolate": chip(
    "commands.newInterpolate",
    "interpolate",
    ({ modeSettings }) => modeSettings.Track.interpolate,
    ({ modeSettings }) => ({
      modeSettings: { Track: { interpolate: !modeSettings.Track.interpolate } },
    }),
  ),
  "new.continuous": chip(
    "commands.newContinuous",
    "series",
    ({ modeSettings }) => modeSettings.Detection.continuous,
    ({ modeSettings }) => ({
      modeSettings: {
        Detection: { continuous: !modeSettings.Detection.continuous },
      },
    }),
  ),
};
