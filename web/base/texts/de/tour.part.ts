/** The German texts of the tour. */
import { tour } from "./tour.ts";

export const tourPart = { tour } as const;
