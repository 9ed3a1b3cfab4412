/** The German texts of commands: their names, their keys, why one does not run. */
import { commands } from "./commands.ts";
import { keys } from "./keys.ts";
import { refusals } from "./refusals.ts";

export const commandsPart = { commands, keys, refusals } as const;
