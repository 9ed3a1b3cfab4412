/** Opens the dialog, which is loaded on first use. A failed load is reported like any error. */
import type { ImportTarget } from "./ImportForm.tsx";

export function openImportDialog(target: ImportTarget): void {
  void import("./ImportForm.tsx").then((dialog) => dialog.openImportDialog(target));
}
