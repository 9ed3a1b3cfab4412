/** Opens the dialog, which is loaded on first use. A failed load is reported like any error. */
import type { Collection, Folder } from "#schemas/wire";

export function openAccessDialog(target: Folder | Collection): void {
  void import("./AccessDialog.tsx").then((dialog) => dialog.openAccessDialog(target));
}
