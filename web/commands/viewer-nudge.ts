/** Moves, resizes and rotates with the keyboard: the crosshair while drawing, a selected point, or the detection. */

import type { Editor } from "../editor/editor.ts";
import { viewerCommand, type CommandLabel, type Refusal } from "./command.ts";
import { whenEditable } from "./viewer-rules.ts";
import { picksPoints } from "../editor/cameras/pick-points.ts";
import { nudge, resize, turn } from "../editor/edits/shape-edits.ts";
import { ghostSource } from "../editor/tools/ghost.ts";

export interface NudgeArgs {
  /** Image pixels. */
  readonly dx: number;
  readonly dy: number;
}

function nudgeRefusal(editor: Editor): Refusal | undefined {
  const { core, tracksVersion, selectedTrack } = editor.workspace;
  void tracksVersion.value;
  const track = selectedTrack.value;
  if (track === undefined || !core.hasTrack(track)) return "nothingSelected";
  const frame = editor.player.frame.value;
  const isThere = core.detectionAt(track, frame) !== undefined || ghostSource(core, track, frame) !== undefined;
  return isThere ? undefined : "noDetection";
}

function arrows(
  label: CommandLabel,
  modifiers: string,
  step: number,
  rule: (editor: Editor) => Refusal | undefined,
  act: (editor: Editor, args: NudgeArgs) => void,
) {
  return viewerCommand<NudgeArgs>({
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
    refusal: (editor) => whenEditable(editor) ?? rule(editor),
    run(editor, args) {
      // Editing a frame waits for its picture.
      if (args !== undefined) editor.pictures.whenShown(() => act(editor, args));
    },
  });
}

function nudging(label: CommandLabel, modifiers: string, step: number) {
  return arrows(
    label,
    modifiers,
    step,
    (editor) => (editor.drawing.value === "creation" || picksPoints(editor) ? undefined : nudgeRefusal(editor)),
    nudge,
  );
}

function resizing(label: CommandLabel, modifiers: string, step: number) {
  return arrows(label, modifiers, step, nudgeRefusal, resize);
}

export interface TurnArgs {
  /** Clockwise. */
  readonly degrees: number;
}

function turning(label: CommandLabel, modifiers: string, degrees: number) {
  return viewerCommand<TurnArgs>({
    label,
    group: "editingMode",
    icon: "turn",
    defaultKeys: [
      [`${modifiers}+PageUp`, { degrees: -degrees }],
      [`${modifiers}+PageDown`, { degrees }],
    ],
    needsArgs: true,
    refusal: (editor) => whenEditable(editor) ?? nudgeRefusal(editor),
    run(editor, args) {
      if (args !== undefined) editor.pictures.whenShown(() => turn(editor, args.degrees));
    },
  });
}

export const viewerNudgeCommands = {
  "detection.nudge": nudging("commands.nudge", "Alt", 1),
  "detection.nudgeFar": nudging("commands.nudgeFar", "Alt+Shift", 10),
  "detection.resize": resizing("commands.resize", "Ctrl", 1),
  "detection.resizeFar": resizing("commands.resizeFar", "Ctrl+Shift", 10),
  "detection.turn": turning("commands.turn", "Alt", 1),
  "detection.turnFar": turning("commands.turnFar", "Alt+Shift", 15),
};
