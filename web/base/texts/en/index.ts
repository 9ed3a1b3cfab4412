/** The English texts, one file an area. English defines which keys and placeholders exist. */
import { commands } from "./commands.ts";
import { common } from "./common.ts";
import { media } from "./media.ts";
import { viewer } from "./viewer.ts";

export const en = { commands, common, media, viewer } as const;
