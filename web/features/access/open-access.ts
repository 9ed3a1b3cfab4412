/** Opens the dialog, whose code is loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";

export const openAccessDialog = lazyFunction(async () => (await import("./AccessDialog.tsx")).openAccessDialog);
