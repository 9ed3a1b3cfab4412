/** The German texts of importing what several cameras have recorded. */
import { multicam } from "./multicam.ts";

export const multicamPart = { multicam } as const;
