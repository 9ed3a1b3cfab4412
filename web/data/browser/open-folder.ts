/** Opens the folder dialogs, whose code is loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";

const dialogs = () => import("./FolderDialog.tsx");

export const openNewFolderDialog = lazyFunction(async () => (await dialogs()).openNewFolderDialog);
export const openRenameDialog = lazyFunction(async () => (await dialogs()).openRenameDialog);
export const openNewCollectionDialog = lazyFunction(async () => (await dialogs()).openNewCollectionDialog);
