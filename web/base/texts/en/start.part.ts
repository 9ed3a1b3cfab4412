/** The English texts of the log-in page, and of everything that can fail before other texts are loaded. */
import { account } from "./account.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { shell } from "./shell.ts";

export const start = { account, common, errors, shell } as const;
