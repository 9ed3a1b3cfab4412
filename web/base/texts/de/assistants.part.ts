/** The German texts about models of the site, what assistants are doing, and what following tracks came to. */
import { followed } from "./followed.ts";
import { packs } from "./packs.ts";
import { working } from "./working.ts";

export const assistantsPart = { followed, packs, working } as const;
