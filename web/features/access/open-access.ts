/** Opens the dialog, whose code is fetched apart. */
import { lazyFunction } from "../../base/lazy.ts";

export const openAccessDialog = lazyFunction(async () => (await import("./AccessDialog.tsx")).openAccessDialog);
