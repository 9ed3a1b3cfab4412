import type { Page } from "./records.ts";

/** The page that has everything. */
export const wholeList: Page = { limit: 0, offset: 0 };
