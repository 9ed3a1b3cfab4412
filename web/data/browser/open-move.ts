/** Opens the dialog, which is loaded on first use. A failed load is reported like any error. */
import type { Folder, Item } from "#schemas/wire";

export function openMoveDialog(entries: readonly (Folder | Item)[]): void {
  void import("./MoveDialog.tsx").then((dialog) => dialog.openMoveDialog(entries));
}
