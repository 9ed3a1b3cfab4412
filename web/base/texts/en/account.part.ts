/** The English texts of one's own account. */
import { profile } from "./profile.ts";
import { sessions } from "./sessions.ts";

export const accountPart = { profile, sessions } as const;
