/** Maps key presses to commands. */

import type { Scope, ScopeContexts } from "./command.ts";
import { keymaps } from "./keymap.ts";
import { keyReadings, type KeyInput } from "./keys.ts";
import { commands, runCommand } from "./known.ts";

/**
 * Where the keyboard focus is: shortcuts are disabled while a dialog is open, and most of them while text is being
 * typed.
 */
export interface KeyContext {
  readonly isTyping: boolean;
  /** Nothing has been typed into the field since its last commit. */
  readonly isUntouched?: boolean;
  readonly isDialogVisible: boolean;
  /** Whether a dialog has opened since, for commands that wait for their picture. */
  hasDialogOpened?(): boolean;
}

const scopes: readonly Scope[] = ["list", "place", "viewer", "shell"];

/** Runs the command of a key. Returns whether there was one, so that the key is consumed. */
export function pressKey(contexts: Partial<ScopeContexts>, input: KeyInput, where: KeyContext): boolean {
  const command = findCommand(contexts, input, where);
  // The keymap of a scope contains only its commands, with matching arguments.
  const isWanted = () => where.hasDialogOpened?.() !== true;
  if (command !== undefined) void runCommand(command.context as never, command.id, command.args as never, isWanted);
  return command !== undefined;
}

function worksWhileTyping(id: keyof typeof commands, { isUntouched = false }: KeyContext): boolean {
  const { whileTyping = false } = commands[id];
  return whileTyping === "untouched" ? isUntouched : whileTyping;
}

/** The command that a key would run. */
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
