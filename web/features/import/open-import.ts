/** Opens the dialog, which is loaded when it is first wanted. When it cannot be, the page says so as of any error. */
import type { ImportTarget } from "./ImportForm.tsx";

export function openImportDialog(target: ImportTarget): void {
  void import("./ImportForm.tsx").then((dialog) => dialog.openImportDialog(target));
}
