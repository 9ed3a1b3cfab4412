/** The user's own shortcuts, stored with the other settings of this browser. */
import { effect } from "../../base/effect.ts";
import { customKeys, printKeys, readStoredKeys, setCustomKeys } from "../../commands/keymap.ts";

const storageKey = "wakeline.keys";

/** Loads them, and from then on stores changes. */
export function keepKeys(): void {
  try {
    const stored = localStorage.getItem(storageKey);
    setCustomKeys(stored === null ? {} : readStoredKeys(stored));
  } catch {
    // Storage is blocked: the default shortcuts apply, and changes last as long as the page.
  }
  let isFirst = true;
  effect(() => {
    const text = printKeys(customKeys.value);
    if (!isFirst) store(text);
    isFirst = false;
  });
}

function store(text: string): void {
  try {
    localStorage.setItem(storageKey, text);
  } catch {
    // Full or blocked: the shortcuts still apply on this page.
  }
}
