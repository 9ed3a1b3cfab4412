/** The commands of every page: keys, palette and shortcut sheet. Mounted once, for all pages. */
import { useSignals } from "@preact/signals-react/runtime";
import { withTexts } from "../base/texts/index.ts";
import { useCommandKeys } from "../ui/commands/keyboard.ts";
import { CommandPalette, keyDialogOpen, paletteWanted, shortcutSheetOpen } from "../ui/commands/open-keys.ts";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { useShell } from "./use-shell.ts";

// Loaded in parallel with the page, not on demand: keys typed right after Ctrl+K are meant for it.
CommandPalette.load().catch(() => undefined);
const ShortcutSheet = lazyPart(
  async () => (await withTexts("commands", import("../ui/commands/ShortcutSheet.tsx"))).default,
);
const KeyDialog = lazyPart(async () => (await withTexts("commands", import("../ui/commands/KeyDialog.tsx"))).default);

export function Commands() {
  useSignals();
  useShell();
  useCommandKeys();
  return (
    <>
      {paletteWanted.value && <CommandPalette />}
      {shortcutSheetOpen.value && <ShortcutSheet />}
      {keyDialogOpen.value && <KeyDialog />}
    </>
  );
}
