/** Jumps to where something is, or is missing. */

import type { Editor } from "../editor/editor.ts";
import { nextFrameWhere, nextTrackStart, type Direction } from "../editor/lists/jumps.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";

function jump(
  label: CommandLabel,
  icon: IconName,
  key: string,
  target: (editor: Editor) => number | undefined,
  arrive?: (editor: Editor, frame: number) => void,
) {
  return viewerCommand({
    label,
    group: "playback",
    icon,
    defaultKeys: [key],
    run(editor) {
      const frame = target(editor);
      if (frame === undefined) return editor.refuse("noSuchFrame");
      editor.player.pause();
      editor.player.seek(frame);
      arrive?.(editor, frame);
    },
  });
}

const frameWith = (direction: Direction, isOccupied: boolean) => (editor: Editor) => {
  const { frame, maxFrame } = editor.player;
  const counts = editor.workspace.core.shown.countsByFrame(maxFrame + 1);
  return nextFrameWhere(counts, frame.peek(), direction, isOccupied);
};

const startFrom = (direction: Direction) => (editor: Editor) => {
  const { frame, maxFrame } = editor.player;
  const start = nextTrackStart(editor.workspace.core, frame.peek(), direction);
  return start === undefined || start.frame > maxFrame ? undefined : start;
};

function jumpToStart(label: CommandLabel, icon: IconName, key: string, direction: Direction) {
  const find = startFrom(direction);
  return jump(
    label,
    icon,
    key,
    (editor) => find(editor)?.frame,
    // Searches one frame further, so that it finds the track that begins where the last jump arrived.
    (editor, frame) => {
      const next = nextTrackStart(editor.workspace.core, frame - direction, direction);
      if (next !== undefined) editor.dispatch({ type: "select", trackId: next.track });
    },
  );
}

export const viewerJumpCommands = {
  "jump.previousDetection": jump("commands.previousDetection", "skipBack", "Shift+D", frameWith(-1, true)),
  "jump.nextDetection": jump("commands.nextDetection", "skipForward", "Shift+F", frameWith(1, true)),
  "jump.previousEmpty": jump("commands.previousEmpty", "skipBack", "Q", frameWith(-1, false)),
  "jump.nextEmpty": jump("commands.nextEmpty", "skipForward", "W", frameWith(1, false)),
  "jump.previousStart": jumpToStart("commands.previousStart", "skipBack", "Shift+PageUp", -1),
  "jump.nextStart": jumpToStart("commands.nextStart", "skipForward", "Shift+PageDown", 1),
};
