/** Opens the dialog, whose code is loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";

export const openPasswordDialog = lazyFunction(async () => (await import("./PasswordDialog.tsx")).openPasswordDialog);
