/** The German texts about models of the site, and about what following tracks came to. */
import { followed } from "./followed.ts";
import { packs } from "./packs.ts";

export const assistantsPart = { followed, packs } as const;
