/** Moving the box by the keyboard. */

import type { CommandLabel } from "./command.ts";
import { onTrack, type TrackArgs } from "./viewer-rules.ts";

export interface NudgeArgs extends TrackArgs {
  /** Image pixels. */
  readonly dx: number;
  readonly dy: number;
}

function nudge(label: CommandLabel, modifiers: string, step: number) {
  return onTrack<NudgeArgs>({
    label,
    group: "editingMode",
    icon: "arrowsMove",
    defaultKeys: [
      [`${modifiers}+Left`, { dx: -step, dy: 0 }],
      [`${modifiers}+Right`, { dx: step, dy: 0 }],
      [`${modifiers}+Up`, { dx: 0, dy: -step }],
      [`${modifiers}+Down`, { dx: 0, dy: step }],
    ],
    needsArgs: true,
    isEdit: true,
    rule: (editor, track, frame) =>
      editor.workspace.core.detectionAt(track, frame) === undefined ? "noDetection" : undefined,
    act(editor, track, frame, args) {
      const bounds = editor.workspace.core.detectionAt(track, frame)?.bounds;
      if (bounds === undefined || args === undefined) return;
      const { dx, dy } = args;
      const moved = [bounds[0] + dx, bounds[1] + dy, bounds[2] + dx, bounds[3] + dy] as const;
      editor.transact("setBounds", (tx) => tx.setBounds(track, frame, moved));
    },
  });
}

export const viewerNudgeCommands = {
  "detection.nudge": nudge("commands.nudge", "Alt", 1),
  "detection.nudgeFar": nudge("commands.nudgeFar", "Alt+Shift", 10),
};
