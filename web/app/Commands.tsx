/** The commands of every page: their keys, the palette and the shortcut sheet. There once, whatever page is shown. */
import { useSignals } from "@preact/signals-react/runtime";
import { lazy, Suspense } from "react";
import { useCommandKeys } from "../ui/commands/keyboard.ts";
import { keyDialogOpen, shortcutSheetOpen } from "../ui/commands/open-keys.ts";
import { useShell } from "./use-shell.ts";

// Fetched as soon as the page is there: what is typed after Ctrl+K is meant for it.
const CommandPalette = lazy(() => import("../ui/commands/CommandPalette.tsx"));
const ShortcutSheet = lazy(() => import("../ui/commands/ShortcutSheet.tsx"));
const KeyDialog = lazy(() => import("../ui/commands/KeyDialog.tsx"));

export function Commands() {
  useSignals();
  useShell();
  useCommandKeys();
  return (
    <>
      <Suspense>
        <CommandPalette />
      </Suspense>
      {shortcutSheetOpen.value && (
        <Suspense>
          <ShortcutSheet />
        </Suspense>
      )}
      {keyDialogOpen.value && (
        <Suspense>
          <KeyDialog />
        </Suspense>
      )}
    </>
  );
}
