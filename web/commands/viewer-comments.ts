/** Commands for comments: write one, go to the next. */
import { goToNextComment, offeredPlaces } from "../editor/lists/comment-places.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";

function step(label: CommandLabel, icon: IconName, key: string, direction: 1 | -1) {
  return viewerCommand({
    label,
    group: "playback",
    icon,
    defaultKeys: [key],
    run(editor) {
      if (!goToNextComment(editor, direction)) editor.refuse("noComments");
    },
  });
}

export const viewerCommentCommands = {
  "comment.write": viewerCommand({
    label: "commands.writeComment",
    group: "general",
    icon: "comment",
    defaultKeys: ["Shift+C"],
    run(editor) {
      const { comments, workspace } = editor;
      const [anchor = {}] = offeredPlaces(editor);
      comments.writeAbout(anchor);
      workspace.settings.change({ layout: { right: { panel: "comments", isOpen: true } } });
    },
  }),
  "comment.previous": step("commands.previousComment", "skipBack", "Alt+Shift+C", -1),
  "comment.next": step("commands.nextComment", "skipForward", "Alt+C", 1),
};
