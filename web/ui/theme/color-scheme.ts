/** Dark or light mode, as chosen in this browser: for Mantine, and for other code that changes it. */
import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { signal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";

// Stored as plain text: `public/color-scheme.js` reads it before the first paint.
const key = "wakeline.colorScheme";

/** The user's choice; `undefined` if none was made. */
export const colorSchemeChoice = signal(asScheme(localStorage.getItem(key)));

addEventListener("storage", (event) => {
  if (event.key === key) colorSchemeChoice.value = asScheme(event.newValue);
});

let stop = (): void => undefined;

export const colorSchemeManager: MantineColorSchemeManager = {
  get: (defaultValue) => colorSchemeChoice.peek() ?? defaultValue,
  set(value) {
    localStorage.setItem(key, value);
    colorSchemeChoice.value = value;
  },
  subscribe(onUpdate) {
    stop = effect(() => {
      const scheme = colorSchemeChoice.value;
      if (scheme !== undefined) onUpdate(scheme);
    });
  },
  unsubscribe: () => stop(),
  clear: () => localStorage.removeItem(key),
};

/** Stores the choice in this browser. */
export function chooseColorScheme(scheme: MantineColorScheme): void {
  colorSchemeManager.set(scheme);
}

function asScheme(text: string | null): MantineColorScheme | undefined {
  return text === "auto" || text === "dark" || text === "light" ? text : undefined;
}
