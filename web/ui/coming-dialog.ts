/** Whether a dialog or menu was asked for and is not there yet: keys pressed meanwhile are not for what lies behind it. */

/** It may never come, when what draws it cannot be fetched. */
const longestMs = 1000;
let until = 0;

export function expectDialog(): void {
  until = performance.now() + longestMs;
}

export function isDialogComing(): boolean {
  return performance.now() < until;
}

/** It is there. */
export function dialogCame(): void {
  until = 0;
}
