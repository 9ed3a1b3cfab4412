/** Opens the dialog, which is loaded when it is first wanted. When it cannot be, the page says so as of any error. */
import type { Folder, Item } from "#schemas/wire";

export function openMoveDialog(entries: readonly (Folder | Item)[]): void {
  void import("./MoveDialog.tsx").then((dialog) => dialog.openMoveDialog(entries));
}
