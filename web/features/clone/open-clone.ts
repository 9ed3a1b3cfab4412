/** Opens the dialog, which is loaded on first use. A failed load is reported like any error. */
import type { CloneSource } from "./CloneForm.tsx";

export function openCloneDialog(source: CloneSource): void {
  void import("./CloneForm.tsx").then((dialog) => dialog.openCloneDialog(source));
}
