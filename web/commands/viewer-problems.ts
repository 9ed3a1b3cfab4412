/** Commands for the panel of problems: go to the next one. */
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";

function step(label: CommandLabel, icon: IconName, key: string, direction: 1 | -1) {
  return viewerCommand({
    label,
    group: "playback",
    icon,
    defaultKeys: [key],
    run(editor) {
      // The panel checks, and shows the problem.
      editor.workspace.settings.change({ layout: { right: { panel: "problems", isOpen: true } } });
      if (!editor.problems.step(direction)) editor.refuse("noProblems");
    },
  });
}

export const viewerProblemCommands = {
  "problem.previous": step("commands.previousProblem", "skipBack", "Shift+F8", -1),
  "problem.next": step("commands.nextProblem", "skipForward", "F8", 1),
};
