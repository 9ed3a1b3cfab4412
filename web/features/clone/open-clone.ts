/** Opens the dialog, which is loaded when it is first wanted. When it cannot be, the page says so as of any error. */
import type { CloneSource } from "./CloneForm.tsx";

export function openCloneDialog(source: CloneSource): void {
  void import("./CloneForm.tsx").then((dialog) => dialog.openCloneDialog(source));
}
