/** Commands of the open dataset that need neither a selected track nor a mode. */

import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";
import { moveSelection, whenWalking, whenWritable } from "./viewer-rules.ts";

/** A toggle of a saving option. */
function saving(setting: "autosave" | "mergeAtOnce" | "asYouGo", label: CommandLabel, icon: IconName) {
  return viewerCommand({
    label,
    group: "general",
    icon,
    keywords: "commands.settingsWords",
    checked: ({ workspace }) => workspace.settings.settings.value.savingSettings[setting],
    run({ workspace: { settings } }) {
      settings.change({ savingSettings: { [setting]: !settings.settings.peek().savingSettings[setting] } });
    },
  });
}

export const viewerGeneralCommands = {
  "view.resetZoom": viewerCommand({
    label: "commands.resetZoom",
    keywords: "commands.resetZoomWords",
    group: "general",
    icon: "fit",
    defaultKeys: ["R"],
    run: (editor) => editor.view.reset(),
  }),
  "view.zoomIn": viewerCommand({
    label: "commands.zoomIn",
    group: "general",
    icon: "zoomIn",
    defaultKeys: ["=", "+"],
    run: (editor) => editor.view.zoomCenter(1.25),
  }),
  "view.zoomOut": viewerCommand({
    label: "commands.zoomOut",
    group: "general",
    icon: "zoomOut",
    defaultKeys: ["-"],
    run: (editor) => editor.view.zoomCenter(1 / 1.25),
  }),
  "selection.previous": viewerCommand({
    label: "commands.selectPrevious",
    group: "general",
    icon: "rowUp",
    defaultKeys: ["Up"],
    refusal: whenWalking,
    run: (editor) => moveSelection(editor, -1),
  }),
  "selection.next": viewerCommand({
    label: "commands.selectNext",
    group: "general",
    icon: "rowDown",
    defaultKeys: ["Down"],
    refusal: whenWalking,
    run: (editor) => moveSelection(editor, 1),
  }),
  "selection.all": viewerCommand({
    label: "commands.selectAllTracks",
    group: "general",
    icon: "checks",
    defaultKeys: ["Ctrl+A"],
    refusal: (editor) =>
      whenWalking(editor) ?? (editor.lists.trackIds.value.length === 0 ? "nothingListed" : undefined),
    run: (editor) => editor.lists.selectAll(),
  }),
  "panel.swapTabs": viewerCommand({
    label: "commands.swapTabs",
    group: "general",
    icon: "swapTabs",
    defaultKeys: ["A"],
    run: ({ ui }) => ui.swapPanels(),
  }),
  "edit.undo": viewerCommand({
    label: "commands.undo",
    group: "general",
    icon: "arrowBack",
    defaultKeys: ["Ctrl+Z"],
    whileTyping: "untouched",
    refusal: (editor) =>
      whenWritable(editor) ??
      (editor.workspace.steps.canUndo.value || editor.pointer.isPlacing.value ? undefined : "nothingToUndo"),
    run: (editor) => editor.undo(),
  }),
  "edit.redo": viewerCommand({
    label: "commands.redo",
    group: "general",
    icon: "arrowForward",
    defaultKeys: ["Ctrl+Y", "Ctrl+Shift+Z"],
    whileTyping: "untouched",
    refusal: (editor) => whenWritable(editor) ?? (editor.workspace.steps.canRedo.value ? undefined : "nothingToRedo"),
    run: (editor) => editor.redo(),
  }),
  "dataset.save": viewerCommand({
    label: "commands.save",
    group: "general",
    icon: "save",
    defaultKeys: ["Ctrl+S"],
    whileTyping: true,
    refusal: (editor) => whenWritable(editor) ?? (editor.saver.dirtyCount.value > 0 ? undefined : "nothingToSave"),
    run: (editor) => editor.save(),
  }),
  "dataset.autosave": saving("autosave", "commands.autosave", "save"),
  "dataset.mergeAtOnce": saving("mergeAtOnce", "commands.mergeAtOnce", "mergeDone"),
  "dataset.asYouGo": saving("asYouGo", "commands.asYouGo", "save"),
  "tracks.compactRows": viewerCommand({
    label: "commands.compactRows",
    group: "general",
    icon: "rowDown",
    keywords: "commands.settingsWords",
    checked: ({ workspace }) => workspace.settings.settings.value.layout.compactRows,
    run({ workspace: { settings } }) {
      settings.change({ layout: { compactRows: !settings.settings.peek().layout.compactRows } });
    },
  }),
  "annotations.import": viewerCommand({
    label: "commands.importAnnotations",
    group: "general",
    icon: "fileImport",
    defaultKeys: [],
    run: (editor) => editor.ui.importAnnotations(),
  }),
  "dataset.clone": viewerCommand({
    label: "commands.cloneDataset",
    group: "general",
    icon: "copy",
    defaultKeys: [],
    run: (editor) => editor.ui.cloneDataset(),
  }),
  "annotations.exportCsv": viewerCommand({
    label: "commands.exportCsv",
    keywords: "commands.exportCsvWords",
    group: "general",
    icon: "download",
    defaultKeys: [],
    run: (editor) => editor.ui.exportAnnotations({ format: "viame-csv", excludeBelowThreshold: false }),
  }),
  "annotations.exportJson": viewerCommand({
    label: "commands.exportJson",
    keywords: "commands.exportCsvWords",
    group: "general",
    icon: "download",
    defaultKeys: [],
    run: (editor) => editor.ui.exportAnnotations({ format: "dive-json", excludeBelowThreshold: false }),
  }),
};
