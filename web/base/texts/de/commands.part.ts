/** The German texts of commands: names, key names, and why one cannot run. */
import { commands } from "./commands.ts";
import { keys } from "./keys.ts";
import { refusals } from "./refusals.ts";

export const commandsPart = { commands, keys, refusals } as const;
