/** The German texts of the viewer. What is not translated yet stays English. */
import { viewerPart as english } from "../en/viewer.part.ts";
import { frameLabels } from "./frame-labels.ts";

export const viewerPart = { ...english, frameLabels } as const;
