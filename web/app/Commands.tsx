/** The commands of every page: their keys, the palette and the shortcut sheet. There once, whatever page is shown. */
import { CommandPalette } from "../ui/commands/CommandPalette.tsx";
import { useCommandKeys } from "../ui/commands/keyboard.ts";
import { KeyDialog } from "../ui/commands/KeyDialog.tsx";
import { ShortcutSheet } from "../ui/commands/ShortcutSheet.tsx";
import { useShell } from "./use-shell.ts";

export function Commands() {
  useShell();
  useCommandKeys();
  return (
    <>
      <CommandPalette />
      <ShortcutSheet />
      <KeyDialog />
    </>
  );
}
