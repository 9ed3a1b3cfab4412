/** Opens the dialog, whose code is loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";

export const openMoveDialog = lazyFunction(async () => (await import("./MoveDialog.tsx")).openMoveDialog);
