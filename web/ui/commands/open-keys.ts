/** Whether the palette, the sheet of keys and the dialog that changes them are open. Each is loaded apart from the pages. */
import { signal } from "@preact/signals-core";

export { openSpotlight as openCommandPalette } from "@mantine/spotlight";

export const paletteOpen = signal(false);
export const shortcutSheetOpen = signal(false);
export const keyDialogOpen = signal(false);

export function openShortcutSheet(): void {
  shortcutSheetOpen.value = true;
}

export function openKeyDialog(): void {
  keyDialogOpen.value = true;
}
