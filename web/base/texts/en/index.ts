/** The English texts, one file an area. English defines which keys and placeholders exist. */
import { common } from "./common.ts";
import { media } from "./media.ts";

export const en = { common, media } as const;
