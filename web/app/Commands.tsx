/** The commands of every page: their keys, the palette and the shortcut sheet. There once, whatever page is shown. */
import { useSignals } from "@preact/signals-react/runtime";
import { withTexts } from "../base/texts/index.ts";
import { useCommandKeys } from "../ui/commands/keyboard.ts";
import { keyDialogOpen, shortcutSheetOpen } from "../ui/commands/open-keys.ts";
import { latePart } from "../ui/late-part.tsx";
import { useShell } from "./use-shell.ts";

// Fetched in parallel with the page, not on request: what is typed right after Ctrl+K is meant for it.
const palette = withTexts("commands", import("../ui/commands/CommandPalette.tsx"));
const CommandPalette = latePart(() => palette);
const ShortcutSheet = latePart(() => withTexts("commands", import("../ui/commands/ShortcutSheet.tsx")));
const KeyDialog = latePart(() => withTexts("commands", import("../ui/commands/KeyDialog.tsx")));

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
