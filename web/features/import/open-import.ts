/** Opens the dialog, whose code is loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";

export const openImportDialog = lazyFunction(async () => (await import("./ImportForm.tsx")).openImportDialog);
