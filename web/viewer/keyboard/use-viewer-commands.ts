/** Offers the editor's commands to the palette and the shortcut sheet. */

import { useMemo } from "react";
import { t } from "../../base/texts/index.ts";
import { commands, runCommand } from "../../editor/commands.ts";
import { groupTitle } from "../../editor/keyboard-table.ts";
import { useCommands, type Command } from "../../ui/commands.ts";
import { useViewer } from "../viewer-context.ts";

export function useViewerCommands(): void {
  const { editor } = useViewer();
  const offered = useMemo<readonly Command[]>(
    () =>
      commands.map((command) => ({
        id: command.id,
        label: t(command.label),
        group: groupTitle(command.group),
        ...(command.defaultKeys[0] !== undefined && { keys: command.defaultKeys[0].replace("Ctrl", "mod") }),
        run: () => void runCommand(editor, command.id),
      })),
    [editor],
  );
  useCommands(offered);
}
