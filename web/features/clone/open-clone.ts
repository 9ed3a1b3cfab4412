/** Opens the dialog, whose code is loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";

export const openCloneDialog = lazyFunction(async () => (await import("./CloneForm.tsx")).openCloneDialog);
