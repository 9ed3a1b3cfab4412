/** Soft edits: the number of frames over which a correction fades. */

import type { Editor } from "../editor/editor.ts";
import { nextReach, usualReach } from "../editor/edits/soft-edit.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";

function reachBy(label: CommandLabel, icon: IconName, key: string, by: 1 | -1) {
  return viewerCommand({
    label,
    group: "editingMode",
    icon,
    keywords: "commands.softWords",
    defaultKeys: [key],
    run: ({ softEditFrames }: Editor) => void (softEditFrames.value = nextReach(softEditFrames.peek(), by)),
  });
}

export const viewerSoftCommands = {
  "soft.toggle": viewerCommand({
    label: "commands.softToggle",
    group: "editingMode",
    icon: "soft",
    keywords: "commands.softWords",
    checked: ({ softEditFrames }) => softEditFrames.value > 0,
    run: ({ softEditFrames }) => void (softEditFrames.value = softEditFrames.peek() > 0 ? 0 : usualReach),
  }),
  "soft.wider": reachBy("commands.softWider", "zoomIn", "Shift+W", 1),
  "soft.narrower": reachBy("commands.softNarrower", "zoomOut", "Shift+Q", -1),
};
