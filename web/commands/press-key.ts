/** From a key press to the command that it runs. */

import type { Scope, ScopeContexts } from "./command.ts";
import { keymaps } from "./keymap.ts";
import { keyReadings, type KeyInput } from "./keys.ts";
import { commands, runCommand } from "./known.ts";

/** Where the keyboard focus is: shortcuts rest while a dialog is open, and most of them while text is being typed. */
export interface KeyContext {
  readonly isTyping: boolean;
  /** Nothing has been typed into the field since it was given. */
  readonly isUntouched?: boolean;
  readonly isDialogVisible: boolean;
  /** Whether one has come since, for what waits for its picture before it runs. */
  hasDialogCome?(): boolean;
}

const scopes: readonly Scope[] = ["list", "place", "viewer", "shell"];

/** Runs the command of a key. Returns whether there was one, in which case the key is used up. */
export function pressKey(contexts: Partial<ScopeContexts>, input: KeyInput, where: KeyContext): boolean {
  const found = findCommand(contexts, input, where);
  // The keymap of a scope names commands of that scope, and the arguments of their keys.
  const isWanted = () => where.hasDialogCome?.() !== true;
  if (found !== undefined) void runCommand(found.context as never, found.id, found.args as never, isWanted);
  return found !== undefined;
}

function worksWhileTyping(id: keyof typeof commands, { isUntouched = false }: KeyContext): boolean {
  const { whileTyping = false } = commands[id];
  return whileTyping === "untouched" ? isUntouched : whileTyping;
}

/** What a key would run. */
export function findCommand(contexts: Partial<ScopeContexts>, input: KeyInput, where: KeyContext) {
  if (where.isDialogVisible) return undefined;
  for (const reading of keyReadings(input)) {
    for (const scope of scopes) {
      const context = contexts[scope];
      const target = context && keymaps.peek()[scope].get(reading);
      if (target === undefined || (where.isTyping && !worksWhileTyping(target.id, where))) continue;
      return { context, ...target };
    }
  }
  return undefined;
}
