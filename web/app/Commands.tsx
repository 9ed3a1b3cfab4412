/** The commands of every page: their keys, the palette and the shortcut sheet. There once, whatever page is shown. */
import { useSignals } from "@preact/signals-react/runtime";
import { lazy, Suspense } from "react";
import { CommandPalette } from "../ui/commands/CommandPalette.tsx";
import { useCommandKeys } from "../ui/commands/keyboard.ts";
import { keyDialogOpen } from "../ui/commands/open-keys.ts";
import { ShortcutSheet } from "../ui/commands/ShortcutSheet.tsx";
import { useShell } from "./use-shell.ts";

const KeyDialog = lazy(() => import("../ui/commands/KeyDialog.tsx"));

export function Commands() {
  useSignals();
  useShell();
  useCommandKeys();
  return (
    <>
      <CommandPalette />
      <ShortcutSheet />
      {keyDialogOpen.value && (
        <Suspense>
          <KeyDialog />
        </Suspense>
      )}
    </>
  );
}
