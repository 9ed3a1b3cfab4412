/** The German texts of the import of several cameras. */
import { multicam } from "./multicam.ts";

export const multicamPart = { multicam } as const;
