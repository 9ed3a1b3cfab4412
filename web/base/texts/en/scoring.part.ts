/** The English texts of the page that compares annotations with the truth. */
import { scoring } from "./scoring.ts";

export const scoringPart = { scoring } as const;
