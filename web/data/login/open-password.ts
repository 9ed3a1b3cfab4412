/** Opens the dialog, whose code is fetched apart. */
import { lazyFunction } from "../../base/lazy.ts";

export const openPasswordDialog = lazyFunction(async () => (await import("./PasswordDialog.tsx")).openPasswordDialog);
