/**
 * Tracks whether a dialog or menu is opening: keys pressed meanwhile are not sent to the page. The last of them may
 * answer the dialog, for users who type ahead.
 */

/** It may never come, when what draws it cannot be fetched. */
const longestMs = 1000;
let until = 0;
let lastKey: string | undefined;

export function expectDialog(): void {
  until = performance.now() + longestMs;
  lastKey = undefined;
}

export function isDialogComing(): boolean {
  return performance.now() < until;
}

/** Of a key that is held down only the first press counts. */
export function noteEarlyKey({ key, repeat }: Pick<KeyboardEvent, "key" | "repeat">): void {
  if (isDialogComing() && !repeat) lastKey = key;
}

/** What was pressed last before the dialog was there; asked by the dialog itself, before `dialogCame`. */
export function earlyKey(): string | undefined {
  return lastKey;
}

/** The dialog has opened. */
export function dialogCame(): void {
  until = 0;
  lastKey = undefined;
}
