/** Several cameras: mirroring pan and zoom, how they lie, going from one to the other. With a single one they do nothing. */

import type { Editor } from "../editor/editor.ts";
import { viewerCommand, type Refusal } from "./command.ts";

function whenSeveral({ workspace }: Editor): Refusal | undefined {
  return workspace.cameras.length > 1 ? undefined : "oneCamera";
}

export const viewerCameraCommands = {
  "cameras.sync": viewerCommand({
    label: "commands.syncCameras",
    group: "general",
    icon: "link",
    defaultKeys: ["L"],
    refusal: whenSeveral,
    checked: ({ workspace }) => workspace.settings.settings.value.annotatorPreferences.syncCameras,
    run({ workspace: { settings } }) {
      const { syncCameras } = settings.settings.peek().annotatorPreferences;
      settings.change({ annotatorPreferences: { syncCameras: !syncCameras } });
    },
  }),
  "cameras.large": viewerCommand({
    label: "commands.largeCamera",
    group: "general",
    icon: "layout",
    refusal: whenSeveral,
    checked: ({ workspace }) => workspace.settings.settings.value.layout.cameras === "large",
    run({ workspace: { settings } }) {
      const { cameras } = settings.settings.peek().layout;
      settings.change({ layout: { cameras: cameras === "large" ? "grid" : "large" } });
    },
  }),
  "cameras.next": viewerCommand({
    label: "commands.nextCamera",
    group: "general",
    icon: "rowDown",
    refusal: whenSeveral,
    run(editor) {
      const { active, cameras } = editor.workspace;
      const next = cameras[(cameras.indexOf(active.peek()) + 1) % cameras.length];
      if (next !== undefined) editor.activate(next);
    },
  }),
};
