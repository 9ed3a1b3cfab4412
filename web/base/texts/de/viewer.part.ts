/** The German texts of the viewer. What is not translated yet stays English. */
import { viewerPart as english } from "../en/viewer.part.ts";

export const viewerPart = { ...english } as const;
