/** How the picture is displayed, and the overlays drawn on it. */

import { isPlain, plainPicture } from "../base/image-enhancements.ts";
import type { VisiblePart } from "../base/visibility.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";

/** A toggle for an overlay on the picture. */
function shown(part: VisiblePart, label: CommandLabel, icon: IconName) {
  return viewerCommand({
    label,
    group: "general",
    icon,
    keywords: "commands.showWords",
    checked: ({ workspace }) => workspace.settings.settings.value.annotatorPreferences.visible[part],
    run({ workspace: { settings } }) {
      const isShown = settings.settings.peek().annotatorPreferences.visible[part];
      settings.change({ annotatorPreferences: { visible: { [part]: !isShown } } });
    },
  });
}

export const viewerPictureCommands = {
  "picture.resetEnhancements": viewerCommand({
    label: "commands.resetEnhancements",
    group: "general",
    icon: "restore",
    keywords: "commands.resetEnhancementsWords",
    refusal: ({ workspace }) => (isPlain(workspace.display.enhancements.value) ? "nothingEnhanced" : undefined),
    run: ({ workspace }) => void workspace.configuration.change({ imageEnhancements: { ...plainPicture } }),
  }),
  "picture.lockCamera": viewerCommand({
    label: "commands.lockCamera",
    group: "general",
    icon: "lock",
    checked: ({ workspace }) => workspace.settings.settings.value.annotatorPreferences.lockedCamera.enabled,
    run({ workspace: { settings } }) {
      const { enabled } = settings.settings.peek().annotatorPreferences.lockedCamera;
      settings.change({ annotatorPreferences: { lockedCamera: { enabled: !enabled } } });
    },
  }),
  "show.rectangle": shown("rectangle", "commands.showRectangle", "rectangle"),
  "show.polygon": shown("polygon", "commands.showPolygon", "polygon"),
  "show.lineString": shown("lineString", "commands.showLineString", "line"),
  "show.text": shown("text", "commands.showText", "text"),
  "show.tooltip": shown("tooltip", "commands.showTooltip", "tooltip"),
  "show.trackTails": shown("trackTails", "commands.showTrackTails", "route"),
  "show.ghosts": shown("ghosts", "commands.showGhosts", "ghost"),
};
