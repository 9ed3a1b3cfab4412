/** From a key press to the command that it runs. */

import type { Scope, ScopeContexts } from "./command.ts";
import { keymaps } from "./keymap.ts";
import { keyReadings, type KeyInput } from "./keys.ts";
import { runCommand } from "./known.ts";

/** Where the keyboard is: shortcuts rest while somebody types or a dialog is open. */
export interface KeyContext {
  readonly isTyping: boolean;
  readonly isDialogVisible: boolean;
}

const scopes: readonly Scope[] = ["list", "place", "viewer", "shell"];

/** Runs the command of a key. Returns whether there was one, in which case the key is used up. */
export function pressKey(contexts: Partial<ScopeContexts>, input: KeyInput, where: KeyContext): boolean {
  if (where.isTyping || where.isDialogVisible) return false;
  for (const reading of keyReadings(input)) {
    for (const scope of scopes) {
      const context = contexts[scope];
      const target = context && keymaps.peek()[scope].get(reading);
      if (target === undefined) continue;
      // The keymap of a scope names commands of that scope, and what its keys tell them.
      void runCommand(context as never, target.id, target.args as never);
      return true;
    }
  }
  return false;
}
