/** How the picture is shown. */

import { isPlain, plainPicture } from "../base/image-enhancements.ts";
import { viewerCommand } from "./command.ts";

export const viewerPictureCommands = {
  "picture.resetEnhancements": viewerCommand({
    label: "commands.resetEnhancements",
    group: "general",
    icon: "restore",
    keywords: "commands.resetEnhancementsWords",
    refusal: ({ workspace }) => (isPlain(workspace.enhancements.value) ? "nothingEnhanced" : undefined),
    run: ({ workspace }) => void workspace.configuration.change({ imageEnhancements: { ...plainPicture } }),
  }),
};
