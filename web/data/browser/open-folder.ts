/**
 * Opens the dialogs of folders, which are loaded on first use. A failed load is reported like any error.
 */
import type { openNewFolderDialog as openNew, openRenameDialog as openRename } from "./FolderDialog.tsx";

export function openNewFolderDialog(...given: Parameters<typeof openNew>): void {
  void import("./FolderDialog.tsx").then((dialog) => dialog.openNewFolderDialog(...given));
}

export function openRenameDialog(...given: Parameters<typeof openRename>): void {
  void import("./FolderDialog.tsx").then((dialog) => dialog.openRenameDialog(...given));
}

export function openNewCollectionDialog(): void {
  void import("./FolderDialog.tsx").then((dialog) => dialog.openNewCollectionDialog());
}
