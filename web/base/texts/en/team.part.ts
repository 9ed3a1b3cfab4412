/** The English texts of the work of a team on the same frames. */
import { team } from "./team.ts";

export const teamPart = { team } as const;
