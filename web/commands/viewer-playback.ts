/** Commands for playback and seeking. */

import { viewerCommand } from "./command.ts";

/** Number of frames per jump. */
const jumpFrames = 10;

/** Without a frame, the frame field gets the focus. */
export interface FrameArgs {
  readonly frame: number;
}

export const viewerPlaybackCommands = {
  "playback.toggle": viewerCommand({
    label: "commands.togglePlay",
    group: "playback",
    icon: "play",
    defaultKeys: ["Space"],
    run: (editor) => editor.player.toggle(),
  }),
  "playback.previousFrame": viewerCommand({
    label: "commands.previousFrame",
    group: "playback",
    icon: "previous",
    defaultKeys: ["Left", "D"],
    run: (editor) => editor.player.seek(editor.player.frame.peek() - 1),
  }),
  "playback.nextFrame": viewerCommand({
    label: "commands.nextFrame",
    group: "playback",
    icon: "next",
    defaultKeys: ["Right", "F"],
    run: (editor) => editor.player.seek(editor.player.frame.peek() + 1),
  }),
  "playback.goToFrame": viewerCommand<FrameArgs>({
    label: "commands.goToFrame",
    group: "playback",
    icon: "frame",
    keywords: "commands.goToFrameWords",
    defaultKeys: ["Ctrl+G"],
    refusal: (editor, args) => (args !== undefined && args.frame > editor.player.maxFrame ? "noSuchFrame" : undefined),
    run(editor, args) {
      if (args === undefined) editor.ui.focusFrameInput();
      else editor.player.seek(args.frame);
    },
  }),
  "playback.back": viewerCommand({
    label: "commands.back",
    group: "playback",
    icon: "skipBack",
    defaultKeys: ["PageUp"],
    run: (editor) => editor.player.seek(editor.player.frame.peek() - jumpFrames),
  }),
  "playback.forward": viewerCommand({
    label: "commands.forward",
    group: "playback",
    icon: "skipForward",
    defaultKeys: ["PageDown"],
    run: (editor) => editor.player.seek(editor.player.frame.peek() + jumpFrames),
  }),
};
