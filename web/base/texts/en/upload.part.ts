/** The English texts of the upload dialog. */
import { pending } from "./pending.ts";

export const uploadPart = { pending } as const;
