/** The keys that a person has given, kept with the other settings of this browser. */
import { effect } from "../../base/effect.ts";
import { givenKeys, printKeys, readStoredKeys, setGivenKeys } from "../../commands/keymap.ts";

const storageKey = "wakeline.keys";

/** Reads them, and from then on keeps what is changed. */
export function keepKeys(): void {
  try {
    const stored = localStorage.getItem(storageKey);
    setGivenKeys(stored === null ? {} : readStoredKeys(stored));
  } catch {
    // Storage is forbidden: the default keys apply, and changes last as long as the page.
  }
  let isFirst = true;
  effect(() => {
    const text = printKeys(givenKeys.value);
    if (!isFirst) store(text);
    isFirst = false;
  });
}

function store(text: string): void {
  try {
    localStorage.setItem(storageKey, text);
  } catch {
    // Full or forbidden: the keys still hold for this page.
  }
}
