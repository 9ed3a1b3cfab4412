/** Whether the palette, the shortcut sheet and the key dialog are open. Each is loaded separately from the pages. */
import { openSpotlight } from "@mantine/spotlight";
import { signal } from "@preact/signals-core";
import { flushSync } from "react-dom";
import { whenLoaded } from "../../base/lazy.ts";
import { withTexts } from "../../base/texts/index.ts";
import { lazyPart } from "../page/lazy-part.tsx";

export const CommandPalette = lazyPart(
  async () => (await withTexts("commands", import("./CommandPalette.tsx"))).default,
);

export const paletteOpen = signal(false);
/** Set when it is first opened; from then on it stays mounted. */
export const paletteWanted = signal(false);
export const shortcutSheetOpen = signal(false);
export const keyDialogOpen = signal(false);

export function openCommandPalette(): void {
  whenLoaded([CommandPalette], () => {
    flushSync(() => (paletteWanted.value = true));
    openSpotlight();
  });
}

export function openShortcutSheet(): void {
  shortcutSheetOpen.value = true;
}

export function openKeyDialog(): void {
  keyDialogOpen.value = true;
}
