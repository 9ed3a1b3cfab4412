/** The German texts of the pages of signed-in people. What is not translated yet stays English. */
import { pages as english } from "../en/pages.part.ts";

export const pages = { ...english } as const;
