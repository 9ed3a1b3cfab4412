/**
 * Everything a person can do, as data. Toolbar, shortcuts, palette, shortcut sheet and the keyboard reference are made
 * from this list, so each says the same.
 */

import type { TextKey } from "../base/texts/index.ts";
import type { Editor, Refusal } from "./editor.ts";
import { keyText, type KeyInput } from "./keys.ts";
import {
  interpolatesAt,
  interpolationRule,
  keyframeAfter,
  keyframeBefore,
  keyframeRule,
  type TrackRule,
} from "./track-rules.ts";
import type { FrameNumber, TrackId } from "#core/types";

export type CommandLabel = Extract<TextKey, `commands.${string}`>;

/** The groups of the keyboard help. */
export type CommandGroup = "general" | "selectedMode" | "playback" | "editingMode";

export interface Command {
  /** `noun.verb`. */
  readonly id: string;
  readonly label: CommandLabel;
  readonly group: CommandGroup;
  /** As `keyText` writes them. */
  readonly defaultKeys: readonly string[];
  /** Why it cannot run now; `undefined` when it can. Cheap: asked while drawing. */
  readonly refusal?: (editor: Editor) => Refusal | undefined;
  readonly run: (editor: Editor) => void | Promise<void>;
}

/** A command about the selected track on the current frame. */
function onTrack(
  command: Pick<Command, "id" | "label" | "group" | "defaultKeys">,
  parts: {
    readonly isEdit?: boolean;
    readonly rule?: (editor: Editor, track: TrackId, frame: FrameNumber) => TrackRule | undefined;
    readonly run: (editor: Editor, track: TrackId, frame: FrameNumber) => void | Promise<void>;
  },
): Command {
  return {
    ...command,
    refusal(editor) {
      const refusal = parts.isEdit === true ? whenWritable(editor) : undefined;
      if (refusal !== undefined) return refusal;
      const track = editor.workspace.selectedTrack.value;
      if (track === undefined) return "nothingSelected";
      return parts.rule?.(editor, track, editor.player.frame.value as FrameNumber);
    },
    run(editor) {
      const track = editor.selected;
      return track === undefined ? undefined : parts.run(editor, track, editor.frame);
    },
  };
}

/** Refused in read-only mode, and while another document is being built. */
function whenWritable(editor: Editor): Refusal | undefined {
  return editor.workspace.editRefusal.value;
}

/** Walks the track list; from no selection, Down starts at the top and Up at the bottom. */
function moveSelection(editor: Editor, step: 1 | -1): void {
  const ids = editor.listedTrackIds.peek();
  if (ids.length === 0) return;
  const current = editor.selected === undefined ? -1 : ids.indexOf(editor.selected);
  const start = step === 1 ? 0 : ids.length - 1;
  const next = current === -1 ? start : Math.min(ids.length - 1, Math.max(0, current + step));
  editor.selectAndShow(ids[next] as TrackId);
}

export const commands: readonly Command[] = [
  // ---------------------------------------------------------------------------------------------------------- general
  {
    id: "view.resetZoom",
    label: "commands.resetZoom",
    group: "general",
    defaultKeys: ["R"],
    run: (editor) => editor.view.reset(),
  },
  {
    id: "view.zoomIn",
    label: "commands.zoomIn",
    group: "general",
    defaultKeys: ["=", "+"],
    run: (editor) => editor.view.zoomCentre(1.25),
  },
  {
    id: "view.zoomOut",
    label: "commands.zoomOut",
    group: "general",
    defaultKeys: ["-"],
    run: (editor) => editor.view.zoomCentre(1 / 1.25),
  },
  {
    id: "selection.previous",
    label: "commands.selectPrevious",
    group: "general",
    defaultKeys: ["Up"],
    run: (editor) => moveSelection(editor, -1),
  },
  {
    id: "selection.next",
    label: "commands.selectNext",
    group: "general",
    defaultKeys: ["Down"],
    run: (editor) => moveSelection(editor, 1),
  },
  {
    id: "edit.undo",
    label: "commands.undo",
    group: "general",
    defaultKeys: ["Ctrl+Z"],
    refusal: (editor) => whenWritable(editor) ?? (editor.workspace.canUndo.value ? undefined : "nothingToUndo"),
    run: (editor) => editor.undo(),
  },
  {
    id: "edit.redo",
    label: "commands.redo",
    group: "general",
    defaultKeys: ["Ctrl+Y", "Ctrl+Shift+Z"],
    refusal: (editor) => whenWritable(editor) ?? (editor.workspace.canRedo.value ? undefined : "nothingToRedo"),
    run: (editor) => editor.redo(),
  },
  {
    id: "dataset.save",
    label: "commands.save",
    group: "general",
    defaultKeys: ["Ctrl+S"],
    refusal: (editor) => whenWritable(editor) ?? (editor.saver.dirtyCount.value > 0 ? undefined : "nothingToSave"),
    run: (editor) => editor.save(),
  },
  {
    id: "help.palette",
    label: "commands.palette",
    group: "general",
    defaultKeys: ["Ctrl+K"],
    run: (editor) => editor.ui.openPalette(),
  },
  {
    id: "help.shortcuts",
    label: "commands.shortcuts",
    group: "general",
    defaultKeys: ["?"],
    run: (editor) => editor.ui.openShortcuts(),
  },

  // ---------------------------------------------------------------------------------------------------- selected mode
  onTrack(
    { id: "track.focusType", label: "commands.focusType", group: "selectedMode", defaultKeys: ["Shift+Enter"] },
    { isEdit: true, run: (editor, track) => editor.ui.focusTypeInput(track) },
  ),
  onTrack(
    { id: "track.toggleKeyframe", label: "commands.toggleKeyframe", group: "selectedMode", defaultKeys: ["K"] },
    {
      isEdit: true,
      rule: (editor, track, frame) => keyframeRule(editor.workspace.core, track, frame),
      run: (editor, track, frame) => void editor.transact("toggleKeyframe", (tx) => tx.toggleKeyframe(track, frame)),
    },
  ),
  onTrack(
    {
      id: "track.toggleInterpolation",
      label: "commands.toggleInterpolation",
      group: "selectedMode",
      defaultKeys: ["I"],
    },
    {
      isEdit: true,
      rule: (editor, track, frame) => interpolationRule(editor.workspace.core, track, frame),
      run(editor, track, frame) {
        const on = !interpolatesAt(editor.workspace.core, track, frame);
        editor.transact("setInterpolate", (tx) => tx.setInterpolate(track, frame, on));
      },
    },
  ),
  onTrack(
    {
      id: "track.toggleInterpolationAll",
      label: "commands.toggleInterpolationAll",
      group: "selectedMode",
      defaultKeys: ["Ctrl+I"],
    },
    {
      isEdit: true,
      run(editor, track) {
        const on = !interpolatesAt(editor.workspace.core, track, editor.workspace.track(track).begin);
        editor.transact("setInterpolateAll", (tx) => tx.setInterpolateAll(track, on));
      },
    },
  ),
  onTrack(
    { id: "track.seekBegin", label: "commands.seekBegin", group: "selectedMode", defaultKeys: ["Home"] },
    { run: (editor, track) => editor.player.seek(editor.workspace.track(track).begin) },
  ),
  onTrack(
    { id: "track.seekEnd", label: "commands.seekEnd", group: "selectedMode", defaultKeys: ["End"] },
    { run: (editor, track) => editor.player.seek(editor.workspace.track(track).end) },
  ),
  onTrack(
    {
      id: "track.previousKeyframe",
      label: "commands.previousKeyframe",
      group: "selectedMode",
      defaultKeys: ["Shift+Left"],
    },
    {
      run: (editor, track, frame) =>
        editor.player.seek(keyframeBefore(editor.workspace.core, track, frame) ?? editor.workspace.track(track).begin),
    },
  ),
  onTrack(
    { id: "track.nextKeyframe", label: "commands.nextKeyframe", group: "selectedMode", defaultKeys: ["Shift+Right"] },
    {
      run: (editor, track, frame) =>
        editor.player.seek(keyframeAfter(editor.workspace.core, track, frame) ?? editor.workspace.track(track).end),
    },
  ),
  onTrack(
    { id: "track.delete", label: "commands.deleteTrack", group: "selectedMode", defaultKeys: ["Delete"] },
    { isEdit: true, run: (editor, track) => editor.deleteTracks([track]) },
  ),

  // --------------------------------------------------------------------------------------------------------- playback
  {
    id: "playback.toggle",
    label: "commands.togglePlay",
    group: "playback",
    defaultKeys: ["Space"],
    run: (editor) => editor.player.toggle(),
  },
  {
    id: "playback.previousFrame",
    label: "commands.previousFrame",
    group: "playback",
    defaultKeys: ["Left", "D"],
    run: (editor) => editor.player.seek(editor.frame - 1),
  },
  {
    id: "playback.nextFrame",
    label: "commands.nextFrame",
    group: "playback",
    defaultKeys: ["Right", "F"],
    run: (editor) => editor.player.seek(editor.frame + 1),
  },
  {
    id: "playback.back",
    label: "commands.back",
    group: "playback",
    defaultKeys: ["PageUp"],
    run: (editor) => editor.player.seek(editor.frame - jumpFrames),
  },
  {
    id: "playback.forward",
    label: "commands.forward",
    group: "playback",
    defaultKeys: ["PageDown"],
    run: (editor) => editor.player.seek(editor.frame + jumpFrames),
  },

  // ----------------------------------------------------------------------------------------------------- editing mode
  {
    id: "track.create",
    label: "commands.createTrack",
    group: "editingMode",
    defaultKeys: ["N"],
    refusal: whenWritable,
    run: (editor) => void editor.dispatch({ type: "create" }),
  },
  {
    id: "mode.escape",
    label: "commands.escape",
    group: "editingMode",
    defaultKeys: ["Escape"],
    run: (editor) => void editor.dispatch({ type: "escape" }),
  },
  {
    id: "tool.rectangle",
    label: "commands.rectangle",
    group: "editingMode",
    defaultKeys: ["1"],
    refusal: (editor) =>
      whenWritable(editor) ??
      (editor.mode.value.kind === "notEditing" && editor.workspace.selectedTrack.value === undefined
        ? "nothingSelected"
        : undefined),
    run: (editor) => void editor.dispatch({ type: "pickGeometry", geometry: "rectangle" }),
  },
  onTrack(
    { id: "track.toggleEdit", label: "commands.toggleEdit", group: "editingMode", defaultKeys: ["E"] },
    { isEdit: true, run: (editor, track) => void editor.dispatch({ type: "toggleEdit", trackId: track }) },
  ),
];

/** Frames that one jump goes. */
const jumpFrames = 10;

const commandsById = new Map(commands.map((command) => [command.id, command]));

export type CommandId = string;

export function requireCommand(id: CommandId): Command {
  const command = commandsById.get(id);
  if (command === undefined) throw new Error(`There is no command "${id}".`);
  return command;
}

/** Runs a command, or tells the person why it cannot run. */
export function runCommand(editor: Editor, id: CommandId): void | Promise<void> {
  const command = requireCommand(id);
  const refusal = command.refusal?.(editor);
  if (refusal !== undefined) return editor.ui.refuse(refusal, editor.selected);
  return command.run(editor);
}

/** Command ids by key. Throws when two commands want the same key. */
export function buildKeymap(list: readonly Command[] = commands): ReadonlyMap<string, CommandId> {
  const keymap = new Map<string, CommandId>();
  for (const { id, defaultKeys } of list) {
    for (const key of defaultKeys) {
      const taken = keymap.get(key);
      if (taken !== undefined) throw new Error(`${key} belongs to both ${taken} and ${id}.`);
      keymap.set(key, id);
    }
  }
  return keymap;
}

/** Where the keyboard is: shortcuts rest while somebody types or a dialog is open. */
export interface KeyContext {
  readonly isTyping: boolean;
  readonly isDialogVisible: boolean;
}

const keymap = buildKeymap();

/** Runs the command of a key. Returns whether there was one, in which case the key is used up. */
export function pressKey(editor: Editor, input: KeyInput, context: KeyContext): boolean {
  if (context.isTyping || context.isDialogVisible) return false;
  const text = keyText(input);
  const id = text === undefined ? undefined : keymap.get(text);
  if (id === undefined) return false;
  void runCommand(editor, id);
  return true;
}
