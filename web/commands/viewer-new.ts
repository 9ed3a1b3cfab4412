/** Settings for new objects: what a drag creates, as visible toggles with keys that the user can set. */

import { isNewObjectSetting, toggleNewObjectSetting, type NewObjectSetting } from "../editor/edits/new-objects.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";

function chip(setting: NewObjectSetting, label: CommandLabel, icon: IconName) {
  return viewerCommand({
    label,
    group: "editingMode",
    icon,
    keywords: "commands.settingsWords",
    checked: (editor) => isNewObjectSetting(editor, setting),
    run: (editor) => toggleNewObjectSetting(editor, setting),
  });
}

export const viewerNewCommands = {
  "new.detection": chip("detection", "commands.newDetection", "frame"),
  "new.continuous": chip("continuous", "commands.newContinuous", "series"),
  "new.interpolate": chip("interpolate", "commands.newInterpolate", "interpolate"),
  "new.advance": chip("advance", "commands.newAdvance", "next"),
};
