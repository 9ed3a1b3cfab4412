/** Assigns a type to the selection with one key. */

import { slotCount } from "../editor/lists/type-slots.ts";
import { onTrack, type TrackArgs } from "./viewer-rules.ts";
import { setType } from "../editor/edits/track-edits.ts";

export interface DigitArgs extends TrackArgs {
  /** 1 to 9. */
  readonly digit?: number;
}

export const viewerTypeCommands = {
  "type.giveRecent": onTrack<DigitArgs>({
    label: "commands.giveRecentType",
    group: "selectedMode",
    icon: "tags",
    defaultKeys: Array.from({ length: slotCount }, (_, at) => [`Shift+${at + 1}`, { digit: at + 1 }]),
    needsArgs: true,
    isEdit: true,
    rule: (editor, _track, _frame, args) =>
      editor.types.byDigit(args?.digit ?? 0) === undefined ? "noTypeOfDigit" : undefined,
    act(editor, track, _frame, args) {
      const type = editor.types.byDigit(args?.digit ?? 0);
      if (type !== undefined) setType(editor, track, type);
    },
  }),
};
