/** Opens the dialog, which is loaded when it is first wanted. When it cannot be, the page says so as of any error. */
import type { Collection, Folder } from "#schemas/wire";

export function openAccessDialog(target: Folder | Collection): void {
  void import("./AccessDialog.tsx").then((dialog) => dialog.openAccessDialog(target));
}
