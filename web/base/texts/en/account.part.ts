/** The English texts of the account page. */
import { profile } from "./profile.ts";
import { sessions } from "./sessions.ts";

export const accountPart = { profile, sessions } as const;
