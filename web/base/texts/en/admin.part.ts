/** The English texts of the administration. */
import { admin } from "./admin.ts";
import { site } from "./site.ts";

export const adminPart = { admin, site } as const;
