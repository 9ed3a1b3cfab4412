/** Labels intervals of the video, with one key per label. */

import { labelSlotCount } from "../editor/edits/frame-labels.ts";
import { viewerCommand } from "./command.ts";
import { whenWritable } from "./viewer-rules.ts";

export interface SlotArgs {
  /** 1 to 9. */
  readonly slot?: number;
}

export const viewerFrameLabelCommands = {
  "frameLabel.toggle": viewerCommand<SlotArgs>({
    label: "commands.toggleFrameLabel",
    group: "playback",
    icon: "frameLabel",
    defaultKeys: Array.from({ length: labelSlotCount }, (_, at) => [`Alt+Shift+${at + 1}`, { slot: at + 1 }]),
    needsArgs: true,
    refusal: (editor, args) =>
      whenWritable(editor) ?? (editor.frameLabels.bySlot(args?.slot ?? 0) === undefined ? "noLabelOfKey" : undefined),
    checked: (editor, args) => editor.frameLabels.open.value.has(editor.frameLabels.bySlot(args?.slot ?? 0) ?? ""),
    run(editor, args) {
      const name = editor.frameLabels.bySlot(args?.slot ?? 0);
      if (name !== undefined) editor.frameLabels.toggle(name);
    },
  }),
};
