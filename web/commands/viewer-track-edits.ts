/** Edits of track ranges. */

import type { TrackId } from "#core/types";
import { canSwap, propagate, redundantKeyframes, swapTracks } from "../editor/edits/stretch-edits.ts";
import { handOverRest } from "../editor/edits/track-edits.ts";
import type { Editor } from "../editor/editor.ts";
import { splitRule } from "../editor/edits/track-rules.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";
import { onTrack, whenEditable, whenWritable, type TrackArgs } from "./viewer-rules.ts";

/** Default number of frames. */
const usualFrames = 10;
/** Default tolerance on each side of a box, image pixels. */
const usualTolerancePx = 1;

export interface PropagateArgs extends TrackArgs {
  readonly frames?: number;
}

export interface ThinArgs extends TrackArgs {
  readonly tolerancePx?: number;
}

/** The given track, or the selected ones that are shown. */
function followed({ workspace }: Editor, args: TrackArgs | undefined): readonly TrackId[] {
  if (args?.track !== undefined) return [args.track];
  const hidden = workspace.display.hiddenTrackIds.value;
  return [...workspace.selection.value.tracks].filter((id) => workspace.core.hasTrack(id) && !hidden.has(id));
}

/** Starts or stops following the selected tracks: immediately, whatever picture is on the screen. */
function follow(label: CommandLabel, icon: IconName, key: string, step: 1 | -1) {
  const start = onTrack({
    label,
    group: "selectedMode",
    icon,
    keywords: "commands.followWords",
    defaultKeys: [key],
    isEdit: true,
    rule(editor, _track, frame, args) {
      const { assistants, player, workspace } = editor;
      const isLast = step === 1 ? frame >= player.maxFrame : frame <= 0;
      if (assistants === undefined || isLast) return "nothingToFollow";
      const isThere = followed(editor, args).some((id) => workspace.core.detectionAt(id, frame) !== undefined);
      return isThere ? undefined : "noDetection";
    },
    async act(editor, _track, _frame, args) {
      const tracks = followed(editor, args);
      const { followTracks } = await import("../editor/edits/follow/with-tracker.ts");
      await followTracks(editor, tracks, step);
    },
  });
  return viewerCommand<TrackArgs>({
    ...start,
    refusal: (editor, args) => (editor.following.value === undefined ? start.refusal?.(editor, args) : undefined),
    checked: ({ following }) => following.value?.phase === "tracking" && following.value.step === step,
    run(editor, args) {
      const running = editor.following.peek();
      return running === undefined ? start.run(editor, args) : running.stop();
    },
  });
}

export const viewerTrackEditCommands = {
  "track.followForwards": follow("commands.followForwards", "followForwards", "J", 1),
  "track.followBackwards": follow("commands.followBackwards", "followBackwards", "Shift+J", -1),
  "track.followPointer": viewerCommand({
    label: "commands.followPointer",
    group: "selectedMode",
    icon: "followPointer",
    keywords: "commands.followPointerWords",
    defaultKeys: ["Y"],
    refusal(editor) {
      const { assistants, following, player } = editor;
      if (following.value !== undefined) return undefined;
      const isLast = player.frame.value >= player.maxFrame;
      return whenEditable(editor) ?? (assistants === undefined || isLast ? "nothingToFollow" : undefined);
    },
    checked: ({ following }) => following.value?.phase === "awaitingPress" || following.value?.phase === "held",
    async run(editor) {
      const running = editor.following.peek();
      if (running !== undefined) return running.stop();
      const { holdPointer } = await import("../editor/edits/follow/with-tracker.ts");
      if (editor.following.peek() === undefined) holdPointer(editor);
    },
  }),
  "track.bestKeyframe": onTrack({
    label: "commands.bestKeyframe",
    group: "selectedMode",
    icon: "keyframe",
    keywords: "commands.bestKeyframeWords",
    defaultKeys: ["Shift+B"],
    rule({ workspace, following }, track) {
      const keyframes = workspace.core.keyframes(track);
      const isGap = keyframes.some((frame, n) => (keyframes[n + 1] ?? frame) - frame > 1);
      return isGap || following.value !== undefined ? undefined : "nothingBetween";
    },
    async act(editor, track) {
      const running = editor.following.peek();
      if (running !== undefined) return running.stop();
      const { goToBestKeyframe } = await import("../editor/edits/follow/with-tracker.ts");
      await goToBestKeyframe(editor, track);
    },
  }),
  "track.propagate": onTrack<PropagateArgs>({
    label: "commands.propagate",
    group: "selectedMode",
    icon: "copy",
    defaultKeys: ["P", ["Shift+P", { frames: 1 }]],
    isEdit: true,
    rule: ({ workspace, player }, track, frame) => {
      if (workspace.core.detectionAt(track, frame) === undefined) return "noDetection";
      return frame >= player.maxFrame ? "noSuchFrame" : undefined;
    },
    act(editor, track, frame, args) {
      const count = Math.min(args?.frames ?? usualFrames, editor.player.maxFrame - frame);
      const { core } = editor.workspace;
      editor.transact({ kind: "track", change: "propagate" }, (tx) => propagate({ tx, core }, track, frame, count));
      editor.player.seek(frame + count);
    },
  }),
  "track.thinKeyframes": onTrack<ThinArgs>({
    label: "commands.thinKeyframes",
    group: "selectedMode",
    icon: "keyframe",
    keywords: "commands.thinKeyframesWords",
    isEdit: true,
    act(editor, track, _frame, args) {
      const { core } = editor.workspace;
      const superfluous = redundantKeyframes(core, track, args?.tolerancePx ?? usualTolerancePx);
      if (superfluous.length === 0) return editor.refuse("nothingToThin", track);
      editor.transact({ kind: "track", change: "thinKeyframes" }, (tx) => {
        for (const frame of superfluous) tx.detections.toggleKeyframe(track, frame);
      });
    },
  }),
  "track.swap": viewerCommand({
    label: "commands.swapTracks",
    group: "selectedMode",
    icon: "arrowsMove",
    keywords: "commands.swapTracksWords",
    refusal(editor) {
      const { workspace, player } = editor;
      const refusal = whenWritable(editor);
      if (refusal !== undefined) return refusal;
      void workspace.tracksVersion.value;
      const tracks = [...workspace.selection.value.tracks];
      if (tracks.length !== 2) return "notTwoSelected";
      return canSwap(workspace.core, tracks, player.frame.value) ? undefined : "cannotSwap";
    },
    run(editor) {
      const pair = [...editor.workspace.selection.peek().tracks] as unknown as readonly [TrackId, TrackId];
      const { core } = editor.workspace;
      editor.pictures.whenShown(() => {
        editor.transact({ kind: "track", change: "swap" }, (tx) => swapTracks({ tx, core }, pair, editor.frame));
      });
    },
  }),
  "track.handOver": viewerCommand({
    label: "commands.handOver",
    group: "selectedMode",
    icon: "split",
    keywords: "commands.handOverWords",
    refusal(editor) {
      const { workspace, player } = editor;
      const refusal = whenWritable(editor);
      if (refusal !== undefined) return refusal;
      void workspace.tracksVersion.value;
      const { tracks, primary } = workspace.selection.value;
      if (tracks.size !== 2 || primary === undefined) return "notTwoSelected";
      return splitRule(workspace.core, primary, player.frame.value);
    },
    run: handOverRest,
  }),
};
