/** Opens the dialog, whose code is fetched apart. */
import { lazyFunction } from "../../base/lazy.ts";

export const openCloneDialog = lazyFunction(async () => (await import("./CloneForm.tsx")).openCloneDialog);
