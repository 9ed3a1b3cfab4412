/** Copies a detection's shape from one frame to others. */

import { viewerCommand } from "./command.ts";
import { onTrack, whenEditable } from "./viewer-rules.ts";

export const viewerClipboardCommands = {
  "detection.copy": onTrack({
    label: "commands.copyDetection",
    group: "selectedMode",
    icon: "copy",
    defaultKeys: ["Ctrl+C"],
    rule: (editor, track, frame) =>
      editor.workspace.core.detectionAt(track, frame) === undefined ? "noDetection" : undefined,
    act: (editor) => editor.clipboard.copy(),
  }),
  "detection.paste": viewerCommand({
    label: "commands.pasteDetection",
    group: "selectedMode",
    icon: "paste",
    defaultKeys: ["Ctrl+V"],
    refusal: (editor) => whenEditable(editor) ?? (editor.clipboard.isEmpty.value ? "nothingCopied" : undefined),
    run: (editor) => editor.pictures.whenShown(() => editor.clipboard.paste()),
  }),
};
