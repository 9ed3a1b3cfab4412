/** Commands about the selected track. */

import {
  endRule,
  endsAt,
  interpolatesAt,
  interpolationRule,
  keyframeAfter,
  keyframeBefore,
  keyframeRule,
  splitRule,
} from "../editor/edits/track-rules.ts";
import { deleteTracks, splitTrack, toggleEnd, toggleKeyframe } from "../editor/edits/track-edits.ts";
import type { Editor } from "../editor/editor.ts";
import { viewerCommand } from "./command.ts";
import { onTrack, type TrackArgs } from "./viewer-rules.ts";

const deletion = onTrack({
  label: "commands.deleteTrack",
  group: "selectedMode",
  icon: "trash",
  keywords: "commands.deleteTrackWords",
  defaultKeys: ["Delete"],
  isEdit: true,
  // A row's button applies to its row, the key to the whole selection.
  act: (editor, track, _frame, args) =>
    deleteTracks(editor, args?.track === undefined ? [...editor.workspace.selection.peek().tracks] : [track]),
});

const removesLastPoint = ({ pointer }: Editor, args: TrackArgs | undefined): boolean =>
  args?.track === undefined && pointer.isPlacing.value;

export const viewerTrackCommands = {
  "track.focusType": onTrack({
    label: "commands.focusType",
    keywords: "commands.focusTypeWords",
    group: "selectedMode",
    icon: "tags",
    defaultKeys: ["Shift+Enter"],
    isEdit: true,
    act: (editor, track) => editor.ui.focusTypeInput(track),
  }),
  "track.toggleKeyframe": onTrack({
    label: "commands.toggleKeyframe",
    group: "selectedMode",
    icon: "keyframe",
    defaultKeys: ["K"],
    isEdit: true,
    rule: (editor, track, frame) => keyframeRule(editor.workspace.core, track, frame),
    isOn: (editor, track, frame) => editor.workspace.core.detectionAt(track, frame)?.isKeyframe ?? false,
    act: (editor, track) => toggleKeyframe(editor, track),
  }),
  "track.end": onTrack({
    label: "commands.endTrack",
    group: "selectedMode",
    icon: "trackEnd",
    defaultKeys: ["U"],
    keywords: "commands.endTrackWords",
    isEdit: true,
    rule: (editor, track, frame) => endRule(editor.workspace.core, track, frame),
    isOn: (editor, track, frame) => endsAt(editor.workspace.core, track, frame),
    // Like Delete it applies to the whole selection; the primary track determines the direction.
    act(editor, track, _frame, args) {
      const selected = args?.track === undefined ? [...editor.workspace.selection.peek().tracks] : [];
      toggleEnd(editor, [track, ...selected.filter((id) => id !== track)]);
    },
  }),
  "track.toggleInterpolation": onTrack({
    label: "commands.toggleInterpolation",
    group: "selectedMode",
    icon: "interpolate",
    defaultKeys: ["I"],
    isEdit: true,
    rule: (editor, track, frame) => interpolationRule(editor.workspace.core, track, frame),
    isOn: (editor, track, frame) => interpolatesAt(editor.workspace.core, track, frame),
    act(editor, track, frame) {
      const on = !interpolatesAt(editor.workspace.core, track, frame);
      editor.transact({ kind: "track", change: "setInterpolation" }, (tx) =>
        tx.detections.setInterpolate(track, frame, on),
      );
    },
  }),
  "track.toggleInterpolationAll": onTrack({
    label: "commands.toggleInterpolationAll",
    group: "selectedMode",
    icon: "interpolate",
    defaultKeys: ["Ctrl+I"],
    isEdit: true,
    act(editor, track) {
      const on = !interpolatesAt(editor.workspace.core, track, editor.workspace.core.track(track).begin);
      editor.transact({ kind: "track", change: "setInterpolation" }, (tx) =>
        tx.detections.setInterpolateAll(track, on),
      );
    },
  }),
  "track.seekBegin": onTrack({
    label: "commands.seekBegin",
    group: "selectedMode",
    icon: "chevronsLeft",
    defaultKeys: ["Home"],
    act: (editor, track) => editor.player.seek(editor.workspace.core.track(track).begin),
  }),
  "track.seekEnd": onTrack({
    label: "commands.seekEnd",
    group: "selectedMode",
    icon: "chevronsRight",
    defaultKeys: ["End"],
    act: (editor, track) => editor.player.seek(editor.workspace.core.track(track).end),
  }),
  "track.previousKeyframe": onTrack({
    label: "commands.previousKeyframe",
    group: "selectedMode",
    icon: "chevronLeft",
    defaultKeys: ["Shift+Left"],
    act: (editor, track, frame) =>
      editor.player.seek(
        keyframeBefore(editor.workspace.core, track, frame) ?? editor.workspace.core.track(track).begin,
      ),
  }),
  "track.nextKeyframe": onTrack({
    label: "commands.nextKeyframe",
    group: "selectedMode",
    icon: "chevronRight",
    defaultKeys: ["Shift+Right"],
    act: (editor, track, frame) =>
      editor.player.seek(keyframeAfter(editor.workspace.core, track, frame) ?? editor.workspace.core.track(track).end),
  }),
  "track.split": onTrack({
    label: "commands.splitTrack",
    group: "selectedMode",
    icon: "split",
    defaultKeys: ["X"],
    isEdit: true,
    rule: (editor, track, frame) => splitRule(editor.workspace.core, track, frame),
    act: (editor, track) => splitTrack(editor, track),
  }),
  "track.delete": viewerCommand<TrackArgs>({
    ...deletion,
    // While a shape is being drawn, deletes its last point, as undo does.
    refusal: (editor, args) => (removesLastPoint(editor, args) ? undefined : deletion.refusal?.(editor, args)),
    run: (editor, args) => (removesLastPoint(editor, args) ? editor.pointer.deletePoint() : deletion.run(editor, args)),
  }),
};
