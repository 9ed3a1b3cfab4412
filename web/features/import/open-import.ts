/** Opens the dialog, whose code is fetched apart. */
import { lazyFunction } from "../../base/lazy.ts";

export const openImportDialog = lazyFunction(async () => (await import("./ImportForm.tsx")).openImportDialog);
