/** The commands of every page: their keys, the palette and the shortcut sheet. There once, whatever page is shown. */
import { useSignals } from "@preact/signals-react/runtime";
import { useCommandKeys } from "../ui/commands/keyboard.ts";
import { keyDialogOpen, shortcutSheetOpen } from "../ui/commands/open-keys.ts";
import { latePart } from "../ui/late-part.tsx";
import { useShell } from "./use-shell.ts";

// Fetched beside the page, not when it is asked for: what is typed right after Ctrl+K is meant for it.
const palette = import("../ui/commands/CommandPalette.tsx");
const CommandPalette = latePart(() => palette);
const ShortcutSheet = latePart(() => import("../ui/commands/ShortcutSheet.tsx"));
const KeyDialog = latePart(() => import("../ui/commands/KeyDialog.tsx"));

export function Commands() {
  useSignals();
  useShell();
  useCommandKeys();
  return (
    <>
      <CommandPalette />
      {shortcutSheetOpen.value && <ShortcutSheet />}
      {keyDialogOpen.value && <KeyDialog />}
    </>
  );
}
